/**
 * Eyes for the built-in model: a vision part in llama.cpp's form (Pixtral's, whose tokens follow the size of a picture),
 * of one small layer with random weights. What the model says of a picture means nothing; how llama.cpp reads pictures,
 * what it counts for them and how it refuses them is real.
 */
import { writeFileSync } from 'node:fs';
import { type GgufTensor, type GgufValue, writeGguf } from '../../src/engines/llama/gguf/gguf-writer.fixture.ts';
import { seeded } from '../support/random.ts';
import { tensor, uint32 } from '../support/tiny-gguf.ts';

/** The side of a square that becomes one token. */
export const PATCH_PIXELS = 16;
/** A larger picture is made smaller, to at most this side. */
const SIDE_PIXELS_MAX = 256;
const WIDTH = 64;
const INNER_WIDTH = 128;
const HEADS = 4;

/** Writes the file for a model whose tokens are so wide, and returns its path. */
export function writeVisionPart(path: string, modelWidth: number): string {
  writeFileSync(
    path,
    Buffer.concat([...writeGguf({ metadata: metadataOf(modelWidth), tensors: tensorsOf(modelWidth) })]),
  );
  return path;
}

function metadataOf(modelWidth: number): Readonly<Record<string, GgufValue>> {
  return {
    'general.architecture': { type: 'string', value: 'clip' },
    'general.type': { type: 'string', value: 'mmproj' },
    'clip.has_vision_encoder': { type: 'bool', value: true },
    'clip.projector_type': { type: 'string', value: 'pixtral' },
    'clip.use_silu': { type: 'bool', value: true },
    'clip.vision.image_size': uint32(SIDE_PIXELS_MAX),
    'clip.vision.patch_size': uint32(PATCH_PIXELS),
    'clip.vision.embedding_length': uint32(WIDTH),
    'clip.vision.feed_forward_length': uint32(INNER_WIDTH),
    'clip.vision.projection_dim': uint32(modelWidth),
    'clip.vision.block_count': uint32(1),
    'clip.vision.attention.head_count': uint32(HEADS),
    'clip.vision.attention.layer_norm_epsilon': { type: 'float32', value: 1e-5 },
    'clip.vision.image_mean': { type: 'float32s', value: [0.5, 0.5, 0.5] },
    'clip.vision.image_std': { type: 'float32s', value: [0.5, 0.5, 0.5] },
  };
}

function tensorsOf(modelWidth: number): readonly GgufTensor[] {
  const random = seeded(1);
  const layer = (name: string) => `v.blk.0.${name}.weight`;
  return [
    tensor('v.patch_embd.weight', [PATCH_PIXELS, PATCH_PIXELS, 3, WIDTH], random),
    tensor('v.pre_ln.weight', [WIDTH], random),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_out'].map((name) => tensor(layer(name), [WIDTH, WIDTH], random)),
    ...['ln1', 'ln2'].map((name) => tensor(layer(name), [WIDTH], random)),
    ...['ffn_gate', 'ffn_up'].map((name) => tensor(layer(name), [WIDTH, INNER_WIDTH], random)),
    tensor(layer('ffn_down'), [INNER_WIDTH, WIDTH], random),
    tensor('mm.1.weight', [WIDTH, modelWidth], random),
    tensor('mm.2.weight', [modelWidth, modelWidth], random),
    tensor('v.token_embd.img_break', [modelWidth], random),
  ];
}
