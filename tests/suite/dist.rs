//! The files in `dist` under the tools they are for. A tool that is not there is skipped with a message.

use crate::project::{Project, is_there};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERTEX: &str = "#include \"scale.glsl\"\nattribute vec4 aPosition;\nuniform mat4 uMvp;\n\
    void main() { gl_Position = uMvp * aPosition * SCALE; }\n";

fn dist(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("dist")
        .join(name)
}

const FLAT: &str =
    "precision mediump float;\nvarying vec4 vColor;\nvoid main() { gl_FragColor = vColor; }\n";

/// Makes `cube.vert` and `cube.frag` a pair whose sources list their varyings differently.
fn pair(project: &Project) {
    project.write(
        "cube.vert",
        "#include \"scale.glsl\"\nattribute vec4 aPosition;\nvarying vec4 vTint;\nvarying vec2 vOther;\n\
         varying vec2 vUv;\nvoid main() { gl_Position = aPosition * SCALE; vTint = aPosition; vUv = vOther = aPosition.xy; }\n",
    );
    project.write(
        "cube.frag",
        "precision mediump float;\nuniform sampler2D uMap;\nvarying vec2 vUv;\nvarying vec4 vTint;\n\
         void main() { gl_FragColor = texture2D(uMap, vUv) * vTint; }\n",
    );
}

const CG_VERTEX: &str = "struct Output { float4 place : POSITION; float4 color : COLOR; };\n\
    Output main(float4 place : POSITION, float4 color : DIFFUSE, uniform float4x4 view) {\n\
    Output o; o.place = mul(place, view); o.place.xyz /= o.place.w; o.color = color; return o; }\n";

const CG_FRAGMENT: &str = "float4 main(float4 color : COLOR) : COLOR { return color; }\n";

fn set_up() -> Project {
    let project = Project::new();
    project.write("cube.vert", VERTEX);
    project.write("scale.glsl", "#define SCALE 2.0\n");
    project
}

/// A build makes a file, an edited include makes it again.
fn check(project: &Project, tool: &str, arguments: &[&str], output: &str) {
    project.run(tool, arguments);
    let first = project.read(output);
    project.edit("scale.glsl", "#define SCALE aPosition.z\n");
    project.run(tool, arguments);
    assert_ne!(project.read(output), first);
}

#[test]
fn nxdk_makes_inl_from_glsl() {
    if !is_there("make") {
        return;
    }
    let project = set_up();
    let rules = dist("nxdk/retroshade.mk");
    // What nxdk's own Makefile has, as far as shaders go.
    let makefile = format!(
        "SHADER_OBJS = cube.inl ps.inl hand.inl text.inl either.inl vs.inl fs.inl\nall: $(SHADER_OBJS)\n\
         VP20COMPILER = tools/vp\n%.inl: %.vs.cg $(VP20COMPILER)\n\tfalse\n\
         FP20COMPILER = tools/fp\n%.inl: %.ps.cg $(FP20COMPILER)\n\tfalse\ntools/%:\n\tmkdir -p tools && touch $@\n\
         clean:\n\trm -f $(SHADER_OBJS)\ninclude {}\n",
        rules.display()
    );
    let text = "!!RC1.0\nout.rgb = col0;\nout.a = col0.a;\n";
    project.write("hand.vsh", "mov oPos, v0\n");
    project.write("text.ps", text);
    project.write("either.asm", text);
    project.write("Makefile", &makefile);
    project.write("ps.frag", FLAT);
    project.write("vs.vs.cg", CG_VERTEX);
    project.write("fs.ps.cg", CG_FRAGMENT);
    check(&project, "make", &[], "cube.inl");
    let text = fs::read_to_string(project.path("cube.inl")).unwrap();
    assert!(text.contains("0x"), "{text}");
    let pairs = set_up();
    pair(&pairs);
    let objects = "SHADER_OBJS = cube.vert.inl cube.frag.inl";
    let linked = makefile.replace(
        "SHADER_OBJS = cube.inl ps.inl hand.inl text.inl either.inl vs.inl fs.inl",
        objects,
    );
    pairs.write("Makefile", &linked);
    check(&pairs, "make", &[], "cube.vert.inl");
    assert!(pairs.path("cube.frag.inl").exists());
    pairs.run("make", &["clean"]);
    assert!(!pairs.path("cube.vert.inl").exists() && !pairs.path("cube.pair.inl.d").exists());
    // The same in Cg, which needs neither of nxdk's own tools.
    let cg = set_up();
    cg.write("cube.vs.cg", CG_VERTEX);
    cg.write("cube.ps.cg", CG_FRAGMENT);
    fs::remove_file(cg.path("cube.vert")).unwrap();
    cg.write("Makefile", &linked);
    cg.run("make", &[]);
    let rows = String::from_utf8(cg.read("cube.vert.inl")).unwrap();
    assert!(
        rows.starts_with("//var float4x4 view :  : c[0], 4"),
        "{rows}"
    );
    let settings = String::from_utf8(cg.read("cube.frag.inl")).unwrap();
    assert!(settings.contains("pb_push1"), "{settings}");
    assert!(!cg.path("tools").exists());
    let said = String::from_utf8(cg.run("make", &[]).stdout).unwrap();
    assert!(said.contains("Nothing to be done"), "{said}");
    cg.edit(
        "cube.ps.cg",
        &CG_FRAGMENT.replace("return color", "return color.zyxw"),
    );
    cg.run("make", &[]);
    assert_ne!(
        String::from_utf8(cg.read("cube.frag.inl")).unwrap(),
        settings
    );
    let cg = fs::read_to_string(project.path("vs.inl")).unwrap();
    assert!(cg.starts_with("//var float4x4 view :  : c[0], 4"), "{cg}");
    for name in ["ps.inl", "text.inl", "either.inl", "fs.inl"] {
        let text = fs::read_to_string(project.path(name)).unwrap();
        assert!(text.contains("pb_push1"), "{name}\n{text}");
    }
    let text = fs::read_to_string(project.path("hand.inl")).unwrap();
    assert!(
        text.ends_with("0x00000000, 0x0020001b, 0x0836106c, 0x2070f801,\n"),
        "{text}"
    );
    assert!(project.path("ps.inl.d").exists());
    project.run("make", &["clean"]);
    for name in ["cube.inl", "ps.inl", "text.inl", "cube.inl.d", "ps.inl.d"] {
        assert!(!project.path(name).exists(), "{name}");
    }
}

#[test]
fn devkitarm_makes_shbin_objects_and_headers() {
    if !is_there("make") {
        return;
    }
    let project = set_up();
    let rules = dist("devkitarm/retroshade_rules");
    // devkitPro's `bin2o` makes the object and the header from the file.
    let makefile = format!(
        "define bin2o\n\tcp $< $<.o; touch $(subst .,_,$(notdir $<)).h\nendef\n\
         all: cube.shbin.o cube_shbin.h cube_regs.h\ninclude {}\n",
        rules.display()
    );
    project.write("Makefile", &makefile);
    check(&project, "make", &[], "cube.shbin.o");
    assert!(
        fs::read(project.path("cube.shbin"))
            .unwrap()
            .starts_with(b"DVLB")
    );
    let header = fs::read_to_string(project.path("cube_regs.h")).unwrap();
    assert!(header.contains("uMvp"), "{header}");

    // Linked, the coordinate goes where the fragment stage reads it.
    let project = set_up();
    pair(&project);
    let makefile = makefile.replace(
        "cube.shbin.o cube_shbin.h cube_regs.h",
        "cube.vert.shbin.o cube_vert_shbin.h cube.frag.tev.o cube_frag_tev.h tint.tev.o",
    );
    project.write("Makefile", &makefile);
    project.write("tint.frag", FLAT);
    project.run("make", &[]);
    let said = String::from_utf8(project.run("make", &[]).stdout).unwrap();
    assert!(said.contains("Nothing to be done"), "{said}");
    check(&project, "make", &[], "cube.vert.shbin.o");
    assert!(project.path("cube.frag.tev.o").exists() && project.path("tint.tev").exists());
}

/// The chapters of `.ci/ten-minutes`, which runs them with the installed program.
#[test]
fn a_stranger_gets_on_with_all_four_platforms() {
    if !(is_there("bash") && is_there("make")) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join(".ci/platforms");
    let said = Project::new().run("bash", &[&script.to_string_lossy()]);
    let said = String::from_utf8(said.stderr).unwrap();
    for platform in ["3DS", "Xbox", "Flash", "Mali"] {
        let steps = said.lines().filter(|line| line.starts_with(platform));
        assert_eq!(steps.count(), 4, "{said}");
    }
}

/// Rules that call other programs, with links of those names to this one.
#[cfg(unix)]
#[test]
fn makefiles_of_others_call_this_program_by_their_programs_names() {
    if !is_there("make") {
        return;
    }
    let project = set_up();
    for name in ["picasso", "cgc", "vp20compiler", "fp20compiler", "nv2avsh"] {
        let program = env!("CARGO_BIN_EXE_retroshade");
        std::os::unix::fs::symlink(program, project.path(name)).unwrap();
    }
    project.write(
        "Makefile",
        "PICASSO := ./picasso\nall: hand.shbin list.shbin cube.shbin vs.inl ps.inl text.vshinc old.inl older.inl\n\
         %.inl: %.vs.cg\n\t./cgc -profile vp20 -o $@.$$$$ $< && \\\n\
         \t./vp20compiler $@.$$$$ > $@ && \\\n\trm -rf $@.$$$$\n\
         %.inl: %.ps.cg\n\t./cgc -profile fp20 -o $@.$$$$ $< && \\\n\
         \t./fp20compiler $@.$$$$ > $@ && \\\n\trm -rf $@.$$$$\n\
         %.shbin: %.v.pica\n\t$(PICASSO) -o $@ $^\n\
         %.shbin: %.shlist\n\t$(PICASSO) -o $@ $(foreach file,$(shell cat $<),$(dir $<)$(file))\n\
         %.shbin: %.vert\n\t$(PICASSO) --out $@ --header $*.h $<\n\
         %.inl: %.vp\n\t./vp20compiler '$<' > '$@'\n\
         %.inl: %.fp\n\t./fp20compiler '$<' > '$@'\n\
         %.vshinc: %.vsh\n\t./nv2avsh $< $@\n",
    );
    let text = ".out pos position\n.proc main\n  mov pos, v0\n  end\n.end\n";
    project.write("hand.v.pica", text);
    project.write("other.v.pica", &text.replace("v0", "v1"));
    project.write("list.shlist", "hand.v.pica\nother.v.pica\n");
    project.write(
        "vs.vp",
        "!!VP1.1\n#const c[0] = 0 1 0 0\nMOV o[HPOS], v[0];\nEND\n",
    );
    project.write("ps.fp", "!!RC1.0\nout.rgb = col0;\nout.a = col0.a;\n");
    project.write("text.vsh", "mov oPos, v0\n");
    project.write("old.vs.cg", CG_VERTEX);
    project.write("older.ps.cg", CG_FRAGMENT);
    project.run("make", &[]);
    for name in ["hand.shbin", "list.shbin", "cube.shbin"] {
        assert!(project.read(name).starts_with(b"DVLB"), "{name}");
    }
    let read = |name: &str| String::from_utf8(project.read(name)).unwrap();
    assert!(read("cube.h").contains("#define VSH_FVEC_uMvp"));
    assert!(read("vs.inl").starts_with("//const c[0] = 0 1 0 0\n0x00000000,"));
    assert!(read("ps.inl").contains("pb_push1"));
    let old = read("old.inl");
    assert!(
        old.starts_with("//var float4x4 view :  : c[0], 4 : 1 : 1\n0x00000000,"),
        "{old}"
    );
    assert!(read("older.inl").contains("pb_push1"));
    assert!(read("text.vshinc").ends_with("0x0020001b, 0x0836106c, 0x2070f801,\n"));
}

#[test]
fn cmake_finds_the_compiler_and_builds_for_several_machines() {
    if !is_there("cmake") {
        return;
    }
    let project = set_up();
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(demo LANGUAGES NONE)\n\
         list(APPEND CMAKE_MODULE_PATH {})\ninclude(Retroshade)\n\
         retroshade_add_shaders(console TARGET 3ds SOURCES cube.vert DESTINATION out)\n\
         retroshade_add_shaders(xbox TARGET xbox SOURCES cube.vert FORMAT inl FLAGS --position divide)\n\
         get_target_property(file console DKP_FILE)\n\
         if(NOT file STREQUAL \"${{CMAKE_CURRENT_BINARY_DIR}}/out/cube.vert.shbin\")\n  message(FATAL_ERROR \"${{file}}\")\nendif()\n",
        dist("cmake").display()
    );
    project.write("CMakeLists.txt", &lists);
    project.run("cmake", &["-S", ".", "-B", "build"]);
    check(
        &project,
        "cmake",
        &["--build", "build"],
        "build/out/cube.vert.shbin",
    );
    assert!(project.path("build/cube.vert.inl").exists());

    let project = set_up();
    pair(&project);
    project.write("tint.frag", FLAT);
    let (head, _) = lists.split_once("retroshade_add_shaders").unwrap();
    let lists = format!(
        "{head}retroshade_add_shaders(console TARGET 3ds SOURCES tint.frag PAIRS cube.vert cube.frag)\n\
         retroshade_add_shaders(xbox TARGET xbox FORMAT inl PAIRS cube.vert cube.frag)\n"
    );
    project.write("CMakeLists.txt", &lists);
    project.run("cmake", &["-S", ".", "-B", "build"]);
    let output = "build/cube.vert.shbin";
    check(&project, "cmake", &["--build", "build"], output);
    for name in [
        "cube.frag.tev",
        "tint.frag.tev",
        "cube.vert.inl",
        "cube.frag.inl",
    ] {
        assert!(project.path(&format!("build/{name}")).exists(), "{name}");
    }
}

#[test]
fn the_matcher_of_problems_reads_short_messages() {
    let matcher = fs::read_to_string(dist("github/problem-matcher.json")).unwrap();
    let matcher: serde_json::Value = serde_json::from_str(&matcher).unwrap();
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let regexp = pattern["regexp"].as_str().unwrap();
    let project = set_up();
    project.write("bad.vert", "void main() { gl_Position = q; }\n");
    let arguments = ["--check", "--diagnostics=short", "bad.vert"];
    let output = project.try_run(env!("CARGO_BIN_EXE_retroshade"), &arguments);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(
        messages.starts_with("bad.vert:1:29: error: unknown variable `q` [E0102]"),
        "{messages}"
    );
    project.write("messages", &messages);
    // VS Code's own `$gcc`, which many projects have switched on.
    let gcc = r"^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$";
    for regexp in [regexp, gcc] {
        // A shell's grep knows the classes of these expressions.
        let found = Command::new("grep")
            .args(["-cP", regexp])
            .arg(project.path("messages"))
            .output();
        match found {
            Ok(found) if found.status.code() != Some(2) => {
                assert_eq!(
                    String::from_utf8_lossy(&found.stdout).trim(),
                    "1",
                    "{regexp}"
                );
            }
            _ => eprintln!("skipped: no grep -P"),
        }
    }
}

/// The part of a text between two marks.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).expect("the first mark");
    rest.split_once(end).expect("the second mark").0
}

/// What `retroshade.ts` reads: places behind instructions, messages of a line each.
#[test]
fn compiler_explorer_gets_places_for_instructions_and_lines_for_messages() {
    let class = fs::read_to_string(dist("compiler-explorer/retroshade.ts")).unwrap();
    let properties = dist("compiler-explorer/glsl.local.properties");
    let properties = fs::read_to_string(properties).unwrap();
    let place = "/\\s*(?:;|#|\\/\\/) (\\S+):(\\d+):(\\d+)$/";
    assert_eq!(between(&class, "const PLACE = ", ";\n"), place);
    let options = between(&class, "const OPTIONS = [", "];").split(", ");
    let options: Vec<_> = options.map(|option| option.trim_matches('\'')).collect();
    let project = set_up();
    project.write(
        "example.glsl",
        "attribute vec4 p;\nuniform mat4 m;\nvoid main() {\n  gl_Position = m * p;\n}\n",
    );
    project.write("wrong.glsl", "void main() {\n  gl_Position = q;\n}\n");
    let rows = properties.lines().filter(|line| line.contains(".options="));
    let rows: Vec<_> = rows.map(|line| line.split_once('=').unwrap().1).collect();
    assert_eq!(rows.len(), retroshade::targets().len());
    for row in rows {
        let compile = |name: &str| {
            let mut arguments = vec!["-fshader-stage=vertex"];
            arguments.extend(options.iter().copied().chain(row.split(' ')));
            arguments.extend(["-o", "output.s", name]);
            let mut command = Command::new(env!("CARGO_BIN_EXE_retroshade"));
            command.args(arguments).current_dir(project.path(""));
            command.output().unwrap()
        };
        let done = compile("example.glsl");
        assert!(done.status.success() && done.stdout.is_empty(), "{row}");
        assert!(!done.stderr.is_empty(), "{row}: no counts");
        let listing = fs::read_to_string(project.path("output.s")).unwrap();
        let places: Vec<_> = listing.lines().filter_map(place_of).collect();
        assert!(places.contains(&("example.glsl", 4)), "{row}: {listing}");
        let known = |(file, line): &(&str, u32)| *file == "example.glsl" && (1..=5).contains(line);
        assert!(places.iter().all(known), "{row}: {places:?}");

        let refused = compile("wrong.glsl");
        let messages = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && refused.stdout.is_empty());
        let message = "wrong.glsl:2:17: error: unknown variable `q` [E0102]";
        assert_eq!(messages.lines().next(), Some(message));
    }
}

/// The file and the line behind an instruction of a listing.
fn place_of(line: &str) -> Option<(&str, u32)> {
    let (before, column) = line.rsplit_once(':')?;
    let (before, row) = before.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    let (before, file) = before.rsplit_once(' ')?;
    let marked = [";", "#", "//"].iter().any(|mark| before.ends_with(mark));
    marked.then(|| row.parse().ok())?.map(|row| (file, row))
}

#[test]
fn the_package_for_devkitpro_is_a_script_that_shells_can_read() {
    if !is_there("bash") {
        return;
    }
    let project = set_up();
    for script in ["devkitpro/PKGBUILD", "deb/build"] {
        project.run("bash", &["-n", &dist(script).to_string_lossy()]);
    }
    let text = fs::read_to_string(dist("devkitpro/PKGBUILD")).unwrap();
    let version = format!("pkgver={}", env!("CARGO_PKG_VERSION"));
    assert!(text.lines().any(|line| line == version), "{version}");
}

#[test]
fn what_a_debian_package_takes_is_made_or_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let build = fs::read_to_string(dist("deb/build")).unwrap();
    let assets = manifest.split_once("\nassets = [").unwrap().1;
    let assets = assets.split_once("\n]").unwrap().0;
    for line in assets
        .lines()
        .filter(|line| line.trim_start().starts_with('['))
    {
        let file = line.split('"').nth(1).unwrap();
        let made = file.starts_with("target/release/")
            || file
                .strip_prefix("target/dist/retroshade.")
                .is_some_and(|kind| build.contains(kind));
        assert!(made || root.join(file).exists(), "{file}");
    }
}

/// The extension for VS Code names files that are there, the targets that there are, and settings that the server
/// reads.
#[test]
fn the_extension_for_vs_code_agrees_with_the_program() {
    let read = |name: &str| {
        let text = fs::read_to_string(dist("editors/vscode").join(name)).expect(name);
        serde_json::from_str::<serde_json::Value>(&text).expect(name)
    };
    let package = read("package.json");
    let contributes = &package["contributes"];
    let path = |value: &serde_json::Value| value.as_str().expect("a path").to_owned();
    let mut files = vec![path(&package["main"])];
    for language in contributes["languages"].as_array().expect("languages") {
        files.push(path(&language["configuration"]));
    }
    for grammar in contributes["grammars"].as_array().expect("grammars") {
        files.push(path(&grammar["path"]));
        assert_eq!(
            read(&path(&grammar["path"]))["scopeName"],
            grammar["scopeName"]
        );
    }
    for file in files {
        assert!(dist("editors/vscode").join(&file).exists(), "{file}");
    }
    let settings = &contributes["configuration"]["properties"];
    let targets = settings["retroshade.target"]["enum"]
        .as_array()
        .expect("targets");
    let mut offered: Vec<&str> = targets.iter().filter_map(|name| name.as_str()).collect();
    let mut known: Vec<&str> = retroshade::targets()
        .iter()
        .map(|target| target.name())
        .collect();
    offered.sort_unstable();
    known.sort_unstable();
    assert_eq!(offered, known);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lsp/configuration.rs");
    let source = fs::read_to_string(source).expect("the settings of the server");
    for name in settings.as_object().expect("settings").keys() {
        let field = name.rsplit('.').next().unwrap_or_default();
        let of_client =
            ["retroshade.server.path", "retroshade.trace.server"].contains(&name.as_str());
        assert!(
            of_client || source.contains(&format!(" {field}: ")),
            "{name}"
        );
    }
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(package["version"], version);
}
