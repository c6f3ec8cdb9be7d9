/**
 * A task as Midjourney proxies report it. `progress` is a per cent such as `45%`, times are milliseconds.
 * https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md; forks add `videoUrl`, `videoUrls` and more.
 */
export type DrawingTask = {
  id: string
  action: string
  customId: string
  botType: string
  prompt: string
  promptEn: string
  description: string
  state: string
  submitTime: number
  startTime: number
  finishTime: number
  imageUrl: string
  videoUrl?: string
  videoUrls?: { url: string }[]
  status: string
  progress: string
  failReason: string
  buttons: unknown[] | null
  maskBase64: string
  properties: object | null
}
