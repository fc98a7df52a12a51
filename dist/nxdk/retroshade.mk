# nxdk: vertex programs from GLSL instead of Cg.
#
#   NXDK_DIR ?= …
#   SHADER_OBJS = vs.inl ps.inl
#   include $(NXDK_DIR)/Makefile
#   include …/dist/nxdk/retroshade.mk
#
# A `vs.inl` whose source is `vs.vert` is made by retroshade. One whose source is `vs.vs.cg` is made by nxdk's
# own rule with vp20compiler as before, and so are fragment programs (`ps.ps.cg`).
#
# nxdk's samples put the viewport into their matrix, which --position divide leaves to them; set
# RETROSHADE_FLAGS to something else where the program shall do it. Matrices lie in columns, which is the
# transpose of what Cg's `mul(p, m)` reads: see docs/tutorial-xbox.md.

RETROSHADE ?= retroshade
RETROSHADE_FLAGS ?= --position divide

%.inl: %.vert
	@echo "[ VP       ] $@"
	$(VE)$(RETROSHADE) --target xbox $(RETROSHADE_FLAGS) -mfmt=inl -MD -MP -o '$@' '$<'

-include $(wildcard *.inl.d)
