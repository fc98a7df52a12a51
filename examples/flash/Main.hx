import flash.Lib;
import flash.Vector;
import flash.display.BitmapData;
import flash.display.Stage3D;
import flash.display3D.Context3D;
import flash.display3D.Context3DProgramType;
import flash.display3D.Context3DTextureFormat;
import flash.display3D.Context3DVertexBufferFormat;
import flash.display3D.IndexBuffer3D;
import flash.display3D.Program3D;
import flash.display3D.VertexBuffer3D;
import flash.display3D.textures.Texture;
import flash.events.ErrorEvent;
import flash.events.Event;
import flash.geom.Matrix3D;

/**
    A picture under water, in Stage3D. `Wave` is the class that `retroshade link` makes of wave.vert and wave.frag: both
    programs, the registers of everything that is set here, and the literals of the shaders.

    The parameter `phase` holds the wave still.
**/
class Main {
    static inline var SIZE = 128;

    final stage3D:Stage3D;
    final still:Null<Float>;
    var context:Context3D;
    var program:Program3D;
    var vertices:VertexBuffer3D;
    var indices:IndexBuffer3D;
    var texture:Texture;
    var frame = 0;

    static function main() {
        new Main();
    }

    function new() {
        final phase:Null<String> = Lib.current.loaderInfo.parameters.phase;
        still = phase == null ? null : Std.parseFloat(phase);
        stage3D = Lib.current.stage.stage3Ds[0];
        stage3D.addEventListener(Event.CONTEXT3D_CREATE, created);
        stage3D.addEventListener(ErrorEvent.ERROR, event -> trace(event));
        // AGAL 1 runs in the profile that every player has; agal2 wants STANDARD, agal3 STANDARD_EXTENDED.
        stage3D.requestContext3D();
    }

    /** Also after the context was lost, with all that was uploaded. **/
    function created(_) {
        final isFirst = context == null;
        context = stage3D.context3D;
        context.enableErrorChecking = true;
        context.configureBackBuffer(SIZE, SIZE, 0, false);

        program = context.createProgram();
        program.upload(Wave.vertexProgram().getData(), Wave.fragmentProgram().getData());

        // x, y, u, v. Row 0 of a bitmap is its top, and v is 0 there.
        vertices = context.createVertexBuffer(4, 4);
        vertices.uploadFromVector(floats([-1, -1, 0, 1, 1, -1, 1, 1, -1, 1, 0, 0, 1, 1, 1, 0]), 0, 4);
        indices = context.createIndexBuffer(6);
        final corners = new Vector<UInt>();
        for (corner in [0, 1, 2, 2, 1, 3])
            corners.push(corner);
        indices.uploadFromVector(corners, 0, 6);

        texture = context.createTexture(8, 8, Context3DTextureFormat.BGRA, false);
        texture.uploadFromBitmapData(picture());
        if (isFirst)
            Lib.current.addEventListener(Event.ENTER_FRAME, draw);
    }

    /** Red grows to the right, green to the foot. **/
    static function picture():BitmapData {
        final picture = new BitmapData(8, 8, false);
        for (y in 0...8)
            for (x in 0...8)
                picture.setPixel(x, y, (x * 32) << 16 | (y * 32) << 8 | 0x80);
        return picture;
    }

    function draw(_) {
        if (context == null || context.driverInfo == "Disposed")
            return;
        final phase = still == null ? frame * 0.1 : still;
        frame++;
        context.clear(0.1, 0.1, 0.12, 1);
        context.setProgram(program);
        context.setVertexBufferAt(Wave.A_POSITION, vertices, 0, Context3DVertexBufferFormat.FLOAT_2);
        context.setVertexBufferAt(Wave.A_TEX_COORD, vertices, 2, Context3DVertexBufferFormat.FLOAT_2);
        context.setTextureAt(Wave.S_TEXTURE, texture);

        // The literals of the shaders, in the registers that the compiler gave them.
        constants(VERTEX, Wave.VERTEX_CONSTANTS);
        constants(FRAGMENT, Wave.FRAGMENT_CONSTANTS);

        // A matrix lies in rows, which the last argument says. Depth 0.5 is between 0 and w, where Stage3D clips.
        final matrix = new Matrix3D();
        matrix.appendTranslation(0, 0, 0.5);
        context.setProgramConstantsFromMatrix(VERTEX, Wave.VERTEX_U_MATRIX, matrix, true);
        context.setProgramConstantsFromVector(FRAGMENT, Wave.FRAGMENT_U_TINT, floats([1, 0.75, 0.5, 1]));
        context.setProgramConstantsFromVector(FRAGMENT, Wave.FRAGMENT_U_WAVE, floats([0.05, 6.5, phase, 0]));
        context.drawTriangles(indices);
        context.present();
    }

    function constants(stage:Context3DProgramType, all:Array<{register:Int, values:Array<Float>}>) {
        for (one in all)
            context.setProgramConstantsFromVector(stage, one.register, floats(one.values));
    }

    static function floats(values:Array<Float>):Vector<Float> {
        final vector = new Vector<Float>();
        for (value in values)
            vector.push(value);
        return vector;
    }
}
