mul oc, v0, fc0
