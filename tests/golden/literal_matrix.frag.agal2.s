m44 oc, v0, fc0
