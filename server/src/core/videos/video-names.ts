/** Names of models for videos, for what must be known before any provider is asked. */
const pattern =
  /^(sora|veo-|kling-|vidu|wan\d|minimax-h\d|jimeng_(ti2v|t2v|i2v))|seedance|hailuo|cogvideo|(^|-)[tis]2v|-video(-|$)/i

/** By the last part of the name: `google/veo-3.1`. */
export const isVideoName = (model: string): boolean => pattern.test(model.slice(model.lastIndexOf('/') + 1))
