-- Neovim 0.11 or newer: lsp/retroshade.lua in the configuration's folder, then `vim.lsp.enable("retroshade")`.
return {
  cmd = { "retroshade", "lsp" },
  filetypes = { "glsl", "wgsl" },
  root_markers = { "shaders.toml", ".git" },
  -- Without a shaders.toml around the shader these decide.
  settings = { retroshade = { target = "lima", flags = { "-Wunused" } } },
  -- Hints are shown after `vim.lsp.inlay_hint.enable()`.
}
