/**
 * Body of `POST /embeddings/multimodal`: one vector for all parts of the input.
 * https://www.volcengine.com/docs/82379/1523520, as known on 2026-11-23
 */
export type MultimodalBody = {
  model: string
  input: { type: 'text'; text: string }[]
  dimensions?: number
  encoding_format: 'float'
}

/**
 * Body of a call for images; the host's own fields stand beside these.
 * https://www.volcengine.com/docs/82379/1541523, as known on 2026-11-23
 */
export type ImageBody = {
  model: string
  prompt: string
  image?: string | string[]
  size?: string
  response_format: 'b64_json' | 'url'
}
