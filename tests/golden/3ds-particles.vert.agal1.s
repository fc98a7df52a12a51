mul v1.x, vc0.x, va1.w
m44 op, va0, vc0
mul v1.y, vc1.x, va1.w
mul v1.z, vc2.x, va1.w
mul v1.w, vc3.x, va1.w
mul v2.x, vc0.y, va1.w
mul v2.y, vc1.y, va1.w
mul v2.z, vc2.y, va1.w
mul v2.w, vc3.y, va1.w
mul v3.x, vc0.z, va1.w
mul v3.y, vc1.z, va1.w
mul v3.z, vc2.z, va1.w
mul v3.w, vc3.z, va1.w
mul v4.x, vc0.w, va1.w
mul v4.y, vc1.w, va1.w
mul v4.z, vc2.w, va1.w
mul v4.w, vc3.w, va1.w
mov v0.z, vc4.x
mov v0.xyw, va1.xyyz
