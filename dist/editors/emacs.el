;;; For Eglot, which is part of Emacs 29 and newer, with glsl-mode or glsl-ts-mode.  -*- lexical-binding: t -*-
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((glsl-mode glsl-ts-mode wgsl-mode) . ("retroshade" "lsp"))))
(add-hook 'glsl-mode-hook #'eglot-ensure)
(add-hook 'glsl-ts-mode-hook #'eglot-ensure)

;; Without a shaders.toml around the shader these decide.
(setq-default eglot-workspace-configuration
              '(:retroshade (:target "lima" :flags ["-Wunused"])))
