import { expect, test } from 'bun:test'
import { fitVideo } from '../core/videos/video-limits.ts'
import { providers } from './index.ts'

const seed = 471_147
const negativePrompt = 'no rain, please'
const frame = { role: 'first_frame', media: 'image', source: { kind: 'url', url: 'https://a.example/1.png' } } as const

const privateKey = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'
/** Of providers that need a key of their own form. */
const keys: Record<string, string> = {
  vertex: JSON.stringify({ client_email: 'a@b.example', project_id: 'p', private_key: privateKey }),
}

const models = providers.flatMap(({ id, videos, models: offered }) =>
  videos === undefined ? [] : offered.map((model) => ({ id, videos, model })),
)

test.each(models)('$id, $model: a seed and a negative prompt are sent where its limits have them', (one) => {
  const limits = one.videos.limitsOf(one.model)
  if (limits === null) return
  const asked = {
    operation: 'generate',
    prompt: 'p',
    size: '',
    aspect: '',
    resolution: '',
    seconds: null,
    sound: null,
  } as const
  const sent = [[], [frame]].flatMap((inputs) => {
    const fitted = fitVideo({ ...asked, inputs, seed, negativePrompt, vendor: {} }, limits)
    if (!fitted.ok) return []
    return JSON.stringify(
      one.videos.create(fitted.video, {
        model: one.model,
        key: keys[one.id] ?? 'a|b',
        root: 'https://r.example',
        other: '',
        ownId: 'task_1',
      }),
    )
  })
  const found = (text: string) => sent.some((order) => order.includes(text))
  expect({ seed: found(String(seed)), negative: found(negativePrompt) }).toEqual({
    seed: limits.takesSeed === true,
    negative: limits.takesNegativePrompt === true,
  })
})
