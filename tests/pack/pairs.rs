//! Pairs, and proofs.

use super::*;

#[test]
fn a_pair_is_linked_and_made_whole_or_not_at_all() {
    let folder = Folder::new();
    // The fragment shader declares the varyings in another order.
    let vertex = "attribute vec4 aPosition;\nvarying vec4 vA;\nvarying vec2 vB;\n\
        void main() { gl_Position = aPosition; vA = aPosition; vB = aPosition.yx; }\n";
    let fragment = "precision mediump float;\nvarying vec2 vB;\nvarying vec4 vA;\n\
        void main() { gl_FragColor = vA + vB.xyxy; }\n";
    folder.write("sprite.vert", vertex);
    folder.write("sprite.frag", fragment);
    folder.write(
        "shaders.toml",
        "[pack]\noutput = \"build\"\n[[pairs]]\nvertex = \"sprite.vert\"\n\
         fragment = \"sprite.frag\"\ntargets = [\"agal1\", \"lima\"]\n",
    );
    let states = |arguments: &[&str]| -> Vec<String> {
        let output = folder.pack(&[arguments, &["--summary=json"]].concat());
        let summary: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let programs = summary["programs"].as_array().unwrap().iter();
        programs
            .map(|program| program["state"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(states(&[]), ["compiled"; 4]);
    let link = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .current_dir(folder.0.path())
        .args([
            "link",
            "--target",
            "agal1",
            "sprite.vert",
            "sprite.frag",
            "-o",
            "linked",
        ])
        .status()
        .unwrap();
    assert!(link.success());
    for stage in ["vert", "frag"] {
        let packed = fs::read(folder.path(&format!("build/agal1/sprite.{stage}.agal"))).unwrap();
        assert_eq!(
            packed,
            fs::read(folder.path(&format!("linked.{stage}.agal"))).unwrap()
        );
    }
    assert_eq!(states(&[]), ["unchanged"; 4]);
    folder.write("sprite.frag", &fragment.replace("vB.xyxy", "vB.xxyy"));
    assert_eq!(states(&["--target", "agal1"]), ["compiled"; 2]);
    folder.write("sprite.frag", &fragment.replace("vec2 vB", "vec3 vB"));
    assert_eq!(states(&[]), ["failed"; 4]);
}

#[test]
fn set_ups_of_consoles_are_made_in_pairs_and_alone_and_called_what_they_are() {
    let folder = Folder::new();
    folder.write(
        "wall.vert",
        "attribute vec4 aPosition;\nattribute vec2 aUv;\nvarying vec2 vUv;\nvarying vec4 vTint;\n\
         void main() { gl_Position = aPosition; vUv = aUv; vTint = aPosition; }\n",
    );
    // The coordinate is computed, which the vertex program does for it.
    folder.write(
        "wall.frag",
        "precision mediump float;\nuniform sampler2D uMap;\nuniform vec2 uShift;\nvarying vec2 vUv;\nvarying vec4 vTint;\n\
         void main() { gl_FragColor = texture2D(uMap, vUv + uShift) * vTint; }\n",
    );
    folder.write(
        "flat.glsl",
        "#pragma shader_stage(fragment)\nprecision mediump float;\nvarying vec4 vTint;\n\
         void main() { gl_FragColor = vTint; }\n",
    );
    folder.write(
        "shaders.toml",
        "[pack]\noutput = \"build\"\ntargets = [\"3ds\", \"xbox\"]\nflags = [\"-w\"]\n\
         [[pairs]]\nvertex = \"wall.vert\"\nfragment = \"wall.frag\"\n\
         [[shaders]]\nfiles = [\"flat.glsl\"]\n",
    );
    let output = folder.pack(&["--list"]);
    let listed = String::from_utf8(output.stdout).unwrap();
    let names = listed.lines().filter_map(|line| line.split('\t').next());
    let names: Vec<&str> = names.collect();
    let expected = [
        "pica200/flat.tev",
        "nv2a/flat.rc",
        "pica200/wall.vert.shbin",
        "nv2a/wall.vert.nv2a",
        "pica200/wall.frag.tev",
        "nv2a/wall.frag.rc",
    ];
    assert_eq!(names.len(), expected.len(), "{listed}");
    assert!(expected.iter().all(|name| names.contains(name)), "{listed}");
    let output = folder.pack(&[]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for (target, stage, count) in [
        ("pica200", "vertex", "1"),
        ("pica200", "fragment", "2"),
        ("nv2a", "vertex", "1"),
        ("nv2a", "fragment", "2"),
    ] {
        let mut rows = table.lines().map(|line| line.split_whitespace());
        let row = rows.find(|row| row.clone().take(2).eq([target, stage]));
        let row: Vec<&str> = row.unwrap().collect();
        assert_eq!(row[2..5], [count, "0", "0"], "{table}");
    }
    let record = fs::read_to_string(folder.path("build/pica200/wall.vert.shbin.json")).unwrap();
    assert!(record.contains("uShift"), "{record}");
    let program = fs::read(folder.path("build/pica200/wall.vert.shbin")).unwrap();
    assert!(program.starts_with(b"DVLB"));
}

#[test]
fn programs_are_proved_where_that_is_asked() {
    let folder = Folder::new();
    // Too large at every point.
    folder.write(
        "shaders/large.frag",
        "precision mediump float;\nuniform float uA;\n\
         void main() { gl_FragColor = vec4(exp2(uA * uA + 2000.0)); }\n",
    );
    let description = "[pack]\noutput = \"build\"\ntargets = [\"agal1\", \"pica200\"]\n\
        include = [\"shaders/include\"]\nprove = true\n\
        [[shaders]]\nfiles = [\"shaders/cube.vert\"]\n\
        [[shaders]]\nfiles = [\"shaders/large.frag\"]\ntargets = [\"lima\"]\n";
    folder.write("shaders.toml", description);
    // The state of each program and the word of its verdict.
    let states = |arguments: &[&str]| -> Vec<(String, Option<String>)> {
        let output = folder.pack(&[arguments, &["--summary=json"]].concat());
        let summary: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        let programs = summary["programs"].as_array().unwrap().iter();
        programs
            .map(|program| {
                let word = |field: &Value| field.as_str().map(str::to_owned);
                let verdict = word(&program["proof"]["verdict"]);
                (word(&program["state"]).unwrap(), verdict)
            })
            .collect()
    };
    let all = |state: &str, verdicts: [Option<&str>; 3]| -> Vec<(String, Option<String>)> {
        let verdicts = verdicts.into_iter();
        verdicts
            .map(|verdict| (state.to_owned(), verdict.map(str::to_owned)))
            .collect()
    };
    let verdicts = [Some("proved"), Some("proved"), Some("undecided")];
    assert_eq!(states(&[]), all("compiled", verdicts));
    let again = folder.pack(&[]);
    assert!(again.status.success());
    // What is not proved is named in every run, and counted in the table.
    let table = text(&again.stdout);
    assert!(table.contains("proved"), "{table}");
    assert!(
        table.contains("1 of 1") && table.contains("0 of 1"),
        "{table}"
    );
    let said = text(&again.stderr);
    assert!(
        said.contains("shaders/large.frag, lima: undecided: "),
        "{said}"
    );
    assert_eq!(states(&[]), all("unchanged", verdicts));
    // What is not proved fails where a proof is required, but not if its group wants none.
    let required = description.replace("true", "\"require\"");
    folder.write("shaders.toml", &required);
    let mut expected = all("unchanged", verdicts);
    expected[2].0 = "failed".to_owned();
    assert_eq!(states(&[]), expected);
    let failed = folder.pack(&["--summary=junit"]);
    assert_eq!(failed.status.code(), Some(1));
    let said = text(&failed.stderr);
    assert!(
        said.contains("error[E0305]: shaders/large.frag, lima: undecided: "),
        "{said}"
    );
    let report = text(&failed.stdout);
    assert!(
        report.contains("<failure message=\"undecided: "),
        "{report}"
    );
    assert!(
        report.contains("<system-out>proved</system-out>"),
        "{report}"
    );
    folder.write("shaders.toml", &format!("{required}prove = false\n"));
    let mut expected = all("unchanged", [Some("proved"), Some("proved"), None]);
    expected[2].0 = "compiled".to_owned();
    assert_eq!(states(&[]), expected);
    // Without the key nothing is kept of a proof; the option asks for it again.
    let unasked = format!(
        "{}prove = false\n",
        description.replace("prove = true\n", "")
    );
    folder.write("shaders.toml", &unasked);
    assert_eq!(states(&[]), all("unchanged", [None; 3]));
    let mut expected = all("compiled", [Some("proved"), Some("proved"), None]);
    expected[2].0 = "unchanged".to_owned();
    assert_eq!(states(&["--prove=require"]), expected);
}

#[test]
fn both_programs_of_a_pair_are_proved() {
    let folder = Folder::new();
    folder.write(
        "sprite.vert",
        "attribute vec4 aPosition;\nvarying vec2 vB;\nvoid main() { gl_Position = aPosition; vB = aPosition.yx; }\n",
    );
    folder.write(
        "sprite.frag",
        "precision mediump float;\nvarying vec2 vB;\nvoid main() { gl_FragColor = vB.xyxy * 0.5; }\n",
    );
    folder.write(
        "shaders.toml",
        "[pack]\noutput = \"build\"\n[[pairs]]\nvertex = \"sprite.vert\"\nfragment = \"sprite.frag\"\n\
         targets = [\"agal1\", \"lima\"]\nprove = \"require\"\n",
    );
    for state in ["compiled", "unchanged"] {
        let output = folder.pack(&["--summary=json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        for program in summary["programs"].as_array().unwrap() {
            assert_eq!(program["state"], state);
            assert_eq!(program["proof"]["words"], "proved");
        }
    }
}
