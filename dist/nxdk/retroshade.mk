# nxdk: vertex programs and settings of the combiners from GLSL, Cg and texts, without cgc.
#
#   NXDK_DIR ?= …
#   SHADER_OBJS = vs.inl ps.inl
#   include $(NXDK_DIR)/Makefile
#   include …/dist/nxdk/retroshade.mk
#
# A `vs.inl` whose source is `vs.vert`, and a `ps.inl` whose source is `ps.frag`, is made by retroshade. So is one from a
# text: `vs.vsh` in the language of nv2a-vsh, `ps.ps` with combiners for fp20compiler, `x.asm` with either. Sources in Cg
# (`vs.vs.cg`, `ps.ps.cg`) are made by retroshade as well, in the place of cgc, vp20compiler and fp20compiler. Programs in
# Cg divide by w themselves, so that RETROSHADE_FLAGS are not for them.
#
# Shaders that belong together are made together, so that they agree on their varyings: `cube.vert` and `cube.frag` become
# `cube.vert.inl` and `cube.frag.inl` where SHADER_OBJS names those.
#
# nxdk's samples put the viewport into their matrix, which --position divide leaves to them; set
# RETROSHADE_FLAGS to something else where the program shall do it. Matrices lie in columns: `m * p` reads the
# sixteen numbers that Cg's `mul(p, m)` reads (docs/tutorial-xbox.md).

RETROSHADE ?= retroshade
RETROSHADE_FLAGS ?= --position divide

# A pair.
%.vert.inl %.frag.inl: %.vert %.frag
	@echo "[ PAIR     ] $*"
	$(VE)$(RETROSHADE) link --target xbox $(RETROSHADE_FLAGS) -mfmt=inl -MD -MP -MF '$*.pair.inl.d' -MT '$*.vert.inl' -o '$*' $(filter %.vert %.frag,$^)

%.inl: %.vert
	@echo "[ VP       ] $@"
	$(VE)$(RETROSHADE) --target xbox $(RETROSHADE_FLAGS) -mfmt=inl -MD -MP -o '$@' '$<'

%.inl: %.frag
	@echo "[ FP       ] $@"
	$(VE)$(RETROSHADE) --target xbox -mfmt=inl -MD -MP -o '$@' '$<'

# Cg, as nxdk's samples have it. The first two lines end nxdk's own rules, which would come first. What cgc took from the
# chip's tables is taken from there.
%.inl: %.vs.cg $(VP20COMPILER)
%.inl: %.ps.cg $(FP20COMPILER)

%.inl: %.vs.cg
	@echo "[ CG       ] $@"
	$(VE)$(RETROSHADE) --target xbox --position clip --target-option math=fast -mfmt=inl -MD -MP -o '$@' '$<'

%.inl: %.ps.cg
	@echo "[ CG       ] $@"
	$(VE)$(RETROSHADE) --target xbox -mfmt=inl -MD -MP -o '$@' '$<'

# A pair in Cg.
%.vert.inl %.frag.inl: %.vs.cg %.ps.cg
	@echo "[ PAIR     ] $*"
	$(VE)$(RETROSHADE) link --target xbox --position clip --target-option math=fast -mfmt=inl -MD -MP -MF '$*.pair.inl.d' -MT '$*.vert.inl' -o '$*' $(filter %.vs.cg %.ps.cg,$^)

# Texts, whose first line tells what they are.
%.inl: %.vsh
	@echo "[ VP       ] $@"
	$(VE)$(RETROSHADE) as --target xbox -mfmt=inl -o '$@' '$<'

%.inl: %.ps
	@echo "[ FP       ] $@"
	$(VE)$(RETROSHADE) as --target xbox -mfmt=inl -o '$@' '$<'

%.inl: %.asm
	@echo "[ ASM      ] $@"
	$(VE)$(RETROSHADE) as --target xbox -mfmt=inl -o '$@' '$<'

-include $(wildcard *.inl.d)

# Beside what nxdk's own rule removes.
.PHONY: clean-retroshade
clean: clean-retroshade
clean-retroshade:
	$(VE)rm -f $(SHADER_OBJS:=.d) $(wildcard *.pair.inl.d)
