#!/usr/bin/env python3
"""Runs shaders on a software driver of OpenGL ES, for `retroshade-fuzz driver`.

Reads a request a line from standard input and answers each with a line:

    {"stage": "vertex", "source": "...", "outputs": ["gl_Position", "vUv"], "data": {...}}

`data` is what `retroshade run` reads, with the type of each attribute and varying; the answer is what it prints:
{"outputs": {"gl_Position": [[0, 0, 0, 1], ...]}, "discarded": [false, ...]}, or {"error": "..."} where the driver
refuses the shader. A vertex shader's outputs are captured by transform feedback. A fragment shader runs on points of one
pixel in a row, whose numbers a vertex shader made for it hands on; gl_FragCoord, gl_PointCoord and gl_FrontFacing are varyings.

Needs EGL with surfaceless displays and OpenGL ES 3 with colour buffers of floats: Mesa's softpipe, whose floats have 32 bits
whatever a shader says of their precision (Debian: libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri). `--probe` tells whether
they are there, by its exit status.
"""

import ctypes
import json
import os
import re
import sys

# Another driver of Mesa's is the user's choice.
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
os.environ.setdefault("GALLIUM_DRIVER", "softpipe")

FRAGMENT_SHADER, VERTEX_SHADER = 0x8B30, 0x8B31
COMPILE_STATUS, LINK_STATUS = 0x8B81, 0x8B82
ACTIVE_UNIFORMS, ACTIVE_ATTRIBUTES = 0x8B86, 0x8B89
FLOAT, INT = 0x1406, 0x1404
RGBA, RGBA32F, TEXTURE_2D, FRAMEBUFFER, COLOR_ATTACHMENT0 = 0x1908, 0x8814, 0x0DE1, 0x8D40, 0x8CE0
INTERLEAVED, FEEDBACK_BUFFER, RASTERIZER_DISCARD, STATIC_READ, MAP_READ = 0x8C8C, 0x8C8E, 0x8C89, 0x88E5, 1
POINTS = 0
# What no shader gives: pixels that still have it were discarded.
CLEARED = 12345.678

# By GL's number of a type: what it consists of, its columns and rows.
TYPES = {
    0x1406: ("float", 1, 1), 0x8B50: ("float", 1, 2), 0x8B51: ("float", 1, 3), 0x8B52: ("float", 1, 4),
    0x1404: ("int", 1, 1), 0x8B53: ("int", 1, 2), 0x8B54: ("int", 1, 3), 0x8B55: ("int", 1, 4),
    0x1405: ("uint", 1, 1), 0x8DC6: ("uint", 1, 2), 0x8DC7: ("uint", 1, 3), 0x8DC8: ("uint", 1, 4),
    0x8B56: ("int", 1, 1), 0x8B57: ("int", 1, 2), 0x8B58: ("int", 1, 3), 0x8B59: ("int", 1, 4),
    0x8B5A: ("float", 2, 2), 0x8B5B: ("float", 3, 3), 0x8B5C: ("float", 4, 4),
}
SAMPLER_2D = 0x8B5E
FILTERS = {"nearest": 0x2600, "linear": 0x2601}
WRAPS = {"repeat": 0x2901, "clamp": 0x812F, "mirror": 0x8370}
BUILTINS = {
    "gl_FragCoord": ("frag_coord", "vec4", "rs_FragCoord"),
    "gl_PointCoord": ("point_coord", "vec2", "rs_PointCoord"),
    "gl_FrontFacing": ("front_facing", "float", "(rs_FrontFacing > 0.5)"),
}


class Refused(Exception):
    """The driver, or this program, cannot run a shader."""


def library(*names):
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError as fault:
            why = fault
    raise Refused(str(why))


def context():
    """A context of OpenGL ES 3 without a window; its functions."""
    egl = library("libEGL.so.1", "libEGL.so")
    egl.eglGetProcAddress.restype = ctypes.c_void_p
    address = egl.eglGetProcAddress(b"eglGetPlatformDisplayEXT")
    if not address:
        raise Refused("EGL has no platforms")
    pointer = ctypes.c_void_p
    display_of = ctypes.CFUNCTYPE(pointer, ctypes.c_uint, pointer, pointer)(address)
    surfaceless, client_version, gles, gles3, renderable, none = 0x31DD, 0x3098, 0x30A0, 0x40, 0x3040, 0x3038
    display = pointer(display_of(surfaceless, None, None))
    if not display or not egl.eglInitialize(display, None, None):
        raise Refused("EGL has no display without a window")
    egl.eglBindAPI(gles)
    config, count = pointer(), ctypes.c_int()
    wanted = (ctypes.c_int * 5)(renderable, gles3, 0x3033, 0, none)
    egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
    egl.eglCreateContext.restype = pointer
    version = (ctypes.c_int * 3)(client_version, 3, none)
    made = egl.eglCreateContext(display, config, None, version)
    if not made or not egl.eglMakeCurrent(display, None, None, pointer(made)):
        raise Refused("EGL has no context of OpenGL ES 3")
    gl = library("libGLESv2.so.2", "libGLESv2.so")
    gl.glMapBufferRange.restype = pointer
    return gl


def floats(numbers):
    numbers = [float(number) for number in numbers]
    return (ctypes.c_float * len(numbers))(*numbers)


def flat(rows):
    return [number for row in rows for number in row]


class Driver:
    def __init__(self):
        self.gl = context()
        self.textures = []

    def log(self, thing, read):
        text, length = ctypes.create_string_buffer(4096), ctypes.c_int()
        read(thing, 4096, ctypes.byref(length), text)
        return text.value.decode(errors="replace").strip()

    def program(self, sources, captured=()):
        """A program of a vertex and a fragment shader that captures these outputs."""
        gl, made = self.gl, self.gl.glCreateProgram()
        done = ctypes.c_int()
        for stage, source in zip((VERTEX_SHADER, FRAGMENT_SHADER), sources):
            shader = gl.glCreateShader(stage)
            text = ctypes.c_char_p(source.encode())
            gl.glShaderSource(shader, 1, ctypes.byref(text), None)
            gl.glCompileShader(shader)
            gl.glGetShaderiv(shader, COMPILE_STATUS, ctypes.byref(done))
            if not done.value:
                raise Refused(self.log(shader, gl.glGetShaderInfoLog))
            gl.glAttachShader(made, shader)
            gl.glDeleteShader(shader)
        if captured:
            names = (ctypes.c_char_p * len(captured))(*[name.encode() for name in captured])
            gl.glTransformFeedbackVaryings(made, len(captured), names, INTERLEAVED)
        gl.glLinkProgram(made)
        gl.glGetProgramiv(made, LINK_STATUS, ctypes.byref(done))
        if not done.value:
            raise Refused(self.log(made, gl.glGetProgramInfoLog))
        gl.glUseProgram(made)
        return made

    def listed(self, program, what, read):
        """Name, length and type of the active variables of a program."""
        count = ctypes.c_int()
        self.gl.glGetProgramiv(program, what, ctypes.byref(count))
        for index in range(count.value):
            length, kind = ctypes.c_int(), ctypes.c_uint()
            name = ctypes.create_string_buffer(256)
            read(program, index, 256, None, ctypes.byref(length), ctypes.byref(kind), name)
            yield name.value.decode(), length.value, kind.value

    def set_uniforms(self, program, data):
        gl, unit = self.gl, 0
        for name, length, kind in self.listed(program, ACTIVE_UNIFORMS, gl.glGetActiveUniform):
            short = name[:-3] if name.endswith("[0]") else name
            place = gl.glGetUniformLocation(program, name.encode())
            if kind == SAMPLER_2D:
                self.set_texture(unit, data["textures"][short])
                gl.glUniform1i(place, unit)
                unit += 1
                continue
            if kind not in TYPES or short not in data.get("uniforms", {}):
                raise Refused(f"the uniform {name}")
            scalar, columns, rows = TYPES[kind]
            value = data["uniforms"][short]["value"]
            if columns > 1:
                getattr(gl, f"glUniformMatrix{rows}fv")(place, length, 0, floats(value))
            elif scalar == "float":
                getattr(gl, f"glUniform{rows}fv")(place, length, floats(value))
            else:
                integers = (ctypes.c_int * len(value))(*[int(float(number)) for number in value])
                kind = "iv" if scalar == "int" else "uiv"
                getattr(gl, f"glUniform{rows}{kind}")(place, length, integers)

    def set_texture(self, unit, data):
        gl, name = self.gl, ctypes.c_uint()
        if data["kind"] != "2d" or "texels" not in data or data.get("mipmap", "none") != "none":
            raise Refused("a texture other than one image")
        gl.glGenTextures(1, ctypes.byref(name))
        self.textures.append(name)
        gl.glActiveTexture(0x84C0 + unit)
        gl.glBindTexture(TEXTURE_2D, name)
        width, height = data["size"]
        gl.glTexImage2D(TEXTURE_2D, 0, RGBA32F, width, height, 0, RGBA, FLOAT, floats(flat(data["texels"])))
        for parameter, value in ((0x2801, FILTERS[data["filter"]]), (0x2800, FILTERS[data["filter"]]),
                                 (0x2802, WRAPS[data["wrap"]]), (0x2803, WRAPS[data["wrap"]])):
            gl.glTexParameteri(TEXTURE_2D, parameter, value)

    def set_attributes(self, program, rows):
        """Gives attributes a row for each point; what keeps the numbers in memory."""
        gl, kept = self.gl, []
        for name, _, kind in self.listed(program, ACTIVE_ATTRIBUTES, gl.glGetActiveAttrib):
            if kind not in TYPES or name not in rows:
                raise Refused(f"the attribute {name}")
            scalar, columns, lanes = TYPES[kind]
            place = gl.glGetAttribLocation(program, name.encode())
            stride = 4 * columns * lanes
            numbers = floats(flat(rows[name]))
            if scalar == "int":
                numbers = (ctypes.c_int * len(numbers))(*map(int, numbers))
            kept.append(numbers)
            for column in range(columns):
                start = ctypes.c_void_p(ctypes.addressof(numbers) + 4 * column * lanes)
                if scalar == "int":
                    gl.glVertexAttribIPointer(place + column, lanes, INT, stride, start)
                else:
                    gl.glVertexAttribPointer(place + column, lanes, FLOAT, 0, stride, start)
                gl.glEnableVertexAttribArray(place + column)
        return kept

    def canvas(self, width):
        """Binds a framebuffer of so many pixels of floats in a row, without which nothing is drawn."""
        gl, frame, image = self.gl, ctypes.c_uint(), ctypes.c_uint()
        gl.glGenTextures(1, ctypes.byref(image))
        # Behind the units of the shader's own textures.
        gl.glActiveTexture(0x84C0 + 15)
        gl.glBindTexture(TEXTURE_2D, image)
        gl.glTexImage2D(TEXTURE_2D, 0, RGBA32F, width, 1, 0, RGBA, FLOAT, None)
        gl.glGenFramebuffers(1, ctypes.byref(frame))
        gl.glBindFramebuffer(FRAMEBUFFER, frame)
        gl.glFramebufferTexture2D(FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, image, 0)
        return frame, image

    def drop(self, frame, image):
        self.gl.glDeleteFramebuffers(1, ctypes.byref(frame))
        self.gl.glDeleteTextures(1, ctypes.byref(image))

    def vertices(self, request):
        gl, data, names = self.gl, request["data"], request["outputs"]
        version = "#version 300 es\n" if is_es3(request["source"]) else ""
        program = self.program((request["source"], version + "void main() {}\n"), names)
        rows = {name: entry["values"] for name, entry in data.get("attributes", {}).items()}
        count = max([len(table) for table in rows.values()], default=1)
        widths = []
        for index in range(len(names)):
            length, kind = ctypes.c_int(), ctypes.c_uint()
            name = ctypes.create_string_buffer(256)
            gl.glGetTransformFeedbackVarying(
                program, index, 256, None, ctypes.byref(length), ctypes.byref(kind), name)
            scalar, columns, lanes = TYPES[kind.value]
            if scalar != "float":
                raise Refused("an output of integers")
            widths.append(length.value * columns * lanes)
        self.set_uniforms(program, data)
        kept = self.set_attributes(program, rows)
        size, buffer = 4 * count * sum(widths), ctypes.c_uint()
        gl.glGenBuffers(1, ctypes.byref(buffer))
        gl.glBindBufferBase(FEEDBACK_BUFFER, 0, buffer)
        gl.glBufferData(FEEDBACK_BUFFER, ctypes.c_ssize_t(size), None, STATIC_READ)
        frame, image = self.canvas(1)
        gl.glEnable(RASTERIZER_DISCARD)
        gl.glBeginTransformFeedback(POINTS)
        # One by one: softpipe stores to the element that the first of four vertices says, for all of them.
        for index in range(count):
            gl.glDrawArrays(POINTS, index, 1)
        gl.glEndTransformFeedback()
        gl.glDisable(RASTERIZER_DISCARD)
        mapped = gl.glMapBufferRange(FEEDBACK_BUFFER, ctypes.c_ssize_t(0), ctypes.c_ssize_t(size), MAP_READ)
        self.check()
        found = list((ctypes.c_float * (size // 4)).from_address(mapped))
        gl.glUnmapBuffer(FEEDBACK_BUFFER)
        gl.glDeleteBuffers(1, ctypes.byref(buffer))
        self.drop(frame, image)
        del kept
        outputs, at = {name: [] for name in names}, 0
        for _ in range(count):
            for name, width in zip(names, widths):
                outputs[name].append(found[at:at + width])
                at += width
        return {"outputs": outputs}

    def fragments(self, request):
        gl, data, source = self.gl, request["data"], request["source"]
        tables = {name: entry["values"] for name, entry in data.get("varyings", {}).items()}
        types = {name: entry["type"] for name, entry in data.get("varyings", {}).items()}
        for builtin, (key, kind, name) in BUILTINS.items():
            if key in data:
                source = re.sub(rf"\b{builtin}\b", name, source)
                name = re.sub(r"\W.*", "", name.lstrip("("))
                types[name], made = kind, data[key]
                tables[name] = [[float(row)] if isinstance(row, bool) else row for row in made]
            elif re.search(rf"\b{builtin}\b", source):
                raise Refused(f"{builtin} without data")
        made_up = [name for name in types if name.startswith("rs_")]
        source = declared(source, [(types[name], name) for name in made_up])
        count = max([len(table) for table in tables.values()], default=1)
        tables["rs_Place"] = [[(2 * index + 1) / count - 1] for index in range(count)]
        program = self.program((passing(types, is_es3(source)), source))
        tables.update({f"in_{name}": table for name, table in tables.items()})
        self.set_uniforms(program, data)
        frame, image = self.canvas(count)
        gl.glViewport(0, 0, count, 1)
        gl.glClearColor(*[ctypes.c_float(CLEARED)] * 4)
        gl.glClear(0x4000)
        kept = self.set_attributes(program, tables)
        gl.glDrawArrays(POINTS, 0, count)
        pixels = (ctypes.c_float * (4 * count))()
        gl.glReadPixels(0, 0, count, 1, RGBA, FLOAT, pixels)
        self.drop(frame, image)
        del kept
        self.check()
        rows = [list(pixels[4 * index:4 * index + 4]) for index in range(count)]
        cleared = ctypes.c_float(CLEARED).value
        return {"outputs": {"gl_FragColor": rows}, "discarded": [row == [cleared] * 4 for row in rows]}

    def check(self):
        fault = self.gl.glGetError()
        if fault:
            raise Refused(f"GL's error {fault:#06x}")

    def answer(self, request):
        try:
            run = self.vertices if request["stage"] == "vertex" else self.fragments
            return run(request)
        except Refused as why:
            while self.gl.glGetError():
                pass
            return {"error": str(why)}
        finally:
            for place in range(16):
                self.gl.glDisableVertexAttribArray(place)
            program = ctypes.c_int()
            self.gl.glGetIntegerv(0x8B8D, ctypes.byref(program))
            self.gl.glUseProgram(0)
            self.gl.glDeleteProgram(program.value)
            while self.textures:
                self.gl.glDeleteTextures(1, ctypes.byref(self.textures.pop()))


def is_es3(source):
    return source.lstrip().startswith("#version 300 es")


def declared(source, varyings):
    """A fragment shader with more varyings, behind its directives."""
    word = "in" if is_es3(source) else "varying"
    lines = source.split("\n")
    directives = [at for at, line in enumerate(lines) if re.match(r"\s*#\s*(version|extension)\b", line)]
    at = directives[-1] + 1 if directives else 0
    return "\n".join(lines[:at] + [f"{word} highp {kind} {name};" for kind, name in varyings] + lines[at:])


def passing(types, es3):
    """A vertex shader that hands attributes on, and puts each point on a pixel of its own."""
    take, give = ("in", "out") if es3 else ("attribute", "varying")
    lines = ["#version 300 es"] if es3 else []
    lines.append(f"{take} highp float rs_Place;")
    for name, kind in types.items():
        lines += [f"{take} highp {kind} in_{name};", f"{give} highp {kind} {name};"]
    body = [f"{name} = in_{name};" for name in types]
    body += ["gl_Position = vec4(rs_Place, 0.0, 0.0, 1.0);", "gl_PointSize = 1.0;"]
    return "\n".join(lines + ["void main() {"] + body + ["}", ""])


def written(answer):
    """JSON has no word for what is no number: the schema takes strings."""
    for rows in answer.get("outputs", {}).values():
        for row in rows:
            row[:] = [number if abs(number) < float("inf") else str(number) for number in row]
    return json.dumps(answer)


def main():
    try:
        driver = Driver()
    except Refused as why:
        sys.exit(f"gles.py: {why}")
    if "--probe" in sys.argv[1:]:
        return
    for line in sys.stdin:
        print(written(driver.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
