# nxdk: vertex programs and settings of the combiners from GLSL instead of Cg.
#
#   NXDK_DIR ?= …
#   SHADER_OBJS = vs.inl ps.inl
#   include $(NXDK_DIR)/Makefile
#   include …/dist/nxdk/retroshade.mk
#
# A `vs.inl` whose source is `vs.vert`, and a `ps.inl` whose source is `ps.frag`, is made by retroshade. What has a
# source in Cg (`vs.vs.cg`, `ps.ps.cg`) is made by nxdk's own rules as before.
#
# nxdk's samples put the viewport into their matrix, which --position divide leaves to them; set
# RETROSHADE_FLAGS to something else where the program shall do it. Matrices lie in columns: `m * p` reads the
# sixteen numbers that Cg's `mul(p, m)` reads (docs/tutorial-xbox.md).

RETROSHADE ?= retroshade
RETROSHADE_FLAGS ?= --position divide

%.inl: %.vert
	@echo "[ VP       ] $@"
	$(VE)$(RETROSHADE) --target xbox $(RETROSHADE_FLAGS) -mfmt=inl -MD -MP -o '$@' '$<'

%.inl: %.frag
	@echo "[ FP       ] $@"
	$(VE)$(RETROSHADE) --target xbox -mfmt=inl -MD -MP -o '$@' '$<'

-include $(wildcard *.inl.d)
