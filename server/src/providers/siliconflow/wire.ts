/** https://docs.siliconflow.com/en/api-reference/images/images-generations, as known on 2026-11-22 */
export type ImageBody = {
  model: string
  prompt: string
  image?: string
  image2?: string
  image3?: string
  batch_size?: number
  image_size?: string
}
