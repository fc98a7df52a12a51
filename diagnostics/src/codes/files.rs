//! E08xx: files, and the data of `run`.

super::codes! {
    /// A file that cannot be read.
    UNREADABLE = "E0801", "unreadable-file", "The operating system refused to open or read the file, and the \
        message ends with its reason; or it is a program where a source is wanted.";
    /// Run data that is not what its schema demands.
    RUN_DATA = "E0802", "run-data", "The data of `run` is not JSON, or an entry of it is of the wrong kind or \
        shape for the shader. The message names the entry.";
    /// A value the shader reads and the run data does not give.
    MISSING_INPUT = "E0803", "missing-input", "The shader reads a uniform, texture, attribute, varying or built-in \
        variable for which the data of `run` has no value.";
    /// A run that does not come to an end.
    RUN_STEPS = "E0804", "too-many-steps", "The shader was stopped after as many steps as the limit allows: most \
        likely a loop of it does not end for these inputs.";
    /// A file that cannot be written.
    UNWRITABLE = "E0805", "unwritable-file", "The operating system refused to write a result. What was \
        there before is left as it was: a result is written beside its place and moved there when whole.";
    /// A build script, or a set of shaders, whose description cannot be followed.
    BUILD = "E0806", "build", "What a build script or the description of a set of shaders asks for cannot be \
        done whatever the shaders are: a target that does not exist, a flag that has no meaning there, two sources that would \
        write one file, or a place where nothing can be written.";
    /// A server that cannot be started.
    LISTEN = "E0807", "listen", "The operating system refused to let `explore` listen on its port of the loopback \
        address, and the message ends with its reason. Another program may have the port: without `--port`, a free one is taken.";
}
