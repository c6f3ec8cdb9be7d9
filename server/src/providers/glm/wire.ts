/** Body of a call for an image. https://docs.z.ai/api-reference/image/generate-image, as known on 2026-11-22 */
export type ImageBody = {
  model: string
  prompt: string
  size?: string
  quality?: 'hd' | 'standard'
  user_id?: string
}
