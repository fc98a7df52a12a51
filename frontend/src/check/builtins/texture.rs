//! Overloads of the texture lookups (ESSL 1.00 section 8.7, ESSL 3.00 section 8.8, and extensions).
//!
//! The bias of a lookup exists in fragment shaders only, in both versions.

use super::Availability;
use super::overload::{Overload, overload};
use super::pattern::{FLOAT, Pattern, VEC2, VEC3, VEC4};
use crate::extension::Extension;
use crate::typed::BuiltinFunction::{
    Texture, TextureGrad, TextureLod, TextureProj, TextureProjGrad, TextureProjLod,
};
use crate::typed::SamplerKind;
use retroshade_ir::Stage;

const S2D: Pattern = Pattern::Sampler(SamplerKind::D2);
const CUBE: Pattern = Pattern::Sampler(SamplerKind::Cube);
const EXTERNAL: Pattern = Pattern::Sampler(SamplerKind::External);

const OLD: Availability = Availability::ALWAYS.until100();
const OLD_VERTEX: Availability = OLD.in_stage(Stage::Vertex);
const OLD_FRAGMENT: Availability = OLD.in_stage(Stage::Fragment);
const OLD_EXTERNAL: Availability = OLD.with(Extension::EglImageExternal);
const LOD_EXT: Availability = OLD_FRAGMENT.with(Extension::ShaderTextureLod);
const GRAD_EXT: Availability = OLD.with(Extension::ShaderTextureLod);
const NEW: Availability = Availability::ALWAYS.since300();
const NEW_FRAGMENT: Availability = NEW.in_stage(Stage::Fragment);
const NEW_EXTERNAL: Availability = NEW.with(Extension::EglImageExternalEssl3);

pub(super) const TEXTURE_2D: &[Overload] = &[
    overload(OLD, Texture, VEC4, &[S2D, VEC2]),
    overload(OLD_FRAGMENT, Texture, VEC4, &[S2D, VEC2, FLOAT]),
    overload(OLD_EXTERNAL, Texture, VEC4, &[EXTERNAL, VEC2]),
];

pub(super) const TEXTURE_2D_PROJ: &[Overload] = &[
    overload(OLD, TextureProj, VEC4, &[S2D, VEC3]),
    overload(OLD, TextureProj, VEC4, &[S2D, VEC4]),
    overload(OLD_FRAGMENT, TextureProj, VEC4, &[S2D, VEC3, FLOAT]),
    overload(OLD_FRAGMENT, TextureProj, VEC4, &[S2D, VEC4, FLOAT]),
    overload(OLD_EXTERNAL, TextureProj, VEC4, &[EXTERNAL, VEC3]),
    overload(OLD_EXTERNAL, TextureProj, VEC4, &[EXTERNAL, VEC4]),
];

pub(super) const TEXTURE_CUBE: &[Overload] = &[
    overload(OLD, Texture, VEC4, &[CUBE, VEC3]),
    overload(OLD_FRAGMENT, Texture, VEC4, &[CUBE, VEC3, FLOAT]),
];

pub(super) const TEXTURE_2D_LOD: &[Overload] =
    &[overload(OLD_VERTEX, TextureLod, VEC4, &[S2D, VEC2, FLOAT])];

pub(super) const TEXTURE_2D_PROJ_LOD: &[Overload] = &[
    overload(OLD_VERTEX, TextureProjLod, VEC4, &[S2D, VEC3, FLOAT]),
    overload(OLD_VERTEX, TextureProjLod, VEC4, &[S2D, VEC4, FLOAT]),
];

pub(super) const TEXTURE_CUBE_LOD: &[Overload] =
    &[overload(OLD_VERTEX, TextureLod, VEC4, &[CUBE, VEC3, FLOAT])];

pub(super) const TEXTURE_2D_LOD_EXT: &[Overload] =
    &[overload(LOD_EXT, TextureLod, VEC4, &[S2D, VEC2, FLOAT])];

pub(super) const TEXTURE_2D_PROJ_LOD_EXT: &[Overload] = &[
    overload(LOD_EXT, TextureProjLod, VEC4, &[S2D, VEC3, FLOAT]),
    overload(LOD_EXT, TextureProjLod, VEC4, &[S2D, VEC4, FLOAT]),
];

pub(super) const TEXTURE_CUBE_LOD_EXT: &[Overload] =
    &[overload(LOD_EXT, TextureLod, VEC4, &[CUBE, VEC3, FLOAT])];

pub(super) const TEXTURE_2D_GRAD_EXT: &[Overload] = &[overload(
    GRAD_EXT,
    TextureGrad,
    VEC4,
    &[S2D, VEC2, VEC2, VEC2],
)];

pub(super) const TEXTURE_2D_PROJ_GRAD_EXT: &[Overload] = &[
    overload(GRAD_EXT, TextureProjGrad, VEC4, &[S2D, VEC3, VEC2, VEC2]),
    overload(GRAD_EXT, TextureProjGrad, VEC4, &[S2D, VEC4, VEC2, VEC2]),
];

pub(super) const TEXTURE_CUBE_GRAD_EXT: &[Overload] = &[overload(
    GRAD_EXT,
    TextureGrad,
    VEC4,
    &[CUBE, VEC3, VEC3, VEC3],
)];

pub(super) const TEXTURE: &[Overload] = &[
    overload(NEW, Texture, VEC4, &[S2D, VEC2]),
    overload(NEW_FRAGMENT, Texture, VEC4, &[S2D, VEC2, FLOAT]),
    overload(NEW, Texture, VEC4, &[CUBE, VEC3]),
    overload(NEW_FRAGMENT, Texture, VEC4, &[CUBE, VEC3, FLOAT]),
    overload(NEW_EXTERNAL, Texture, VEC4, &[EXTERNAL, VEC2]),
];

pub(super) const TEXTURE_PROJ: &[Overload] = &[
    overload(NEW, TextureProj, VEC4, &[S2D, VEC3]),
    overload(NEW, TextureProj, VEC4, &[S2D, VEC4]),
    overload(NEW_FRAGMENT, TextureProj, VEC4, &[S2D, VEC3, FLOAT]),
    overload(NEW_FRAGMENT, TextureProj, VEC4, &[S2D, VEC4, FLOAT]),
    overload(NEW_EXTERNAL, TextureProj, VEC4, &[EXTERNAL, VEC3]),
    overload(NEW_EXTERNAL, TextureProj, VEC4, &[EXTERNAL, VEC4]),
];

pub(super) const TEXTURE_LOD: &[Overload] = &[
    overload(NEW, TextureLod, VEC4, &[S2D, VEC2, FLOAT]),
    overload(NEW, TextureLod, VEC4, &[CUBE, VEC3, FLOAT]),
];

pub(super) const TEXTURE_PROJ_LOD: &[Overload] = &[
    overload(NEW, TextureProjLod, VEC4, &[S2D, VEC3, FLOAT]),
    overload(NEW, TextureProjLod, VEC4, &[S2D, VEC4, FLOAT]),
];

pub(super) const TEXTURE_GRAD: &[Overload] = &[
    overload(NEW, TextureGrad, VEC4, &[S2D, VEC2, VEC2, VEC2]),
    overload(NEW, TextureGrad, VEC4, &[CUBE, VEC3, VEC3, VEC3]),
];

pub(super) const TEXTURE_PROJ_GRAD: &[Overload] = &[
    overload(NEW, TextureProjGrad, VEC4, &[S2D, VEC3, VEC2, VEC2]),
    overload(NEW, TextureProjGrad, VEC4, &[S2D, VEC4, VEC2, VEC2]),
];
