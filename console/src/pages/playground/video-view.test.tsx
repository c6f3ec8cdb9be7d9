import { expect, test } from 'bun:test'
import type { VideoModel } from '@sluice/contract/video-model'
import { screen, visit } from '../../../test/visit.tsx'
import { buildVideoBody, makeVideo, type VideoInput, type VideoState } from './make-video.ts'
import { VideoForm } from './video-form.tsx'
import { Result } from './video-view.tsx'

const model: VideoModel = {
  model: 'v1',
  seconds: [4, 8],
  seconds_default: 4,
  resolutions: ['720p', '1080p'],
  ratios: ['16:9'],
  inputs: { first_frame: 1, last_frame: 1, reference: 0, source: 0, sound: 0 },
  frames_or_references: false,
  sound: 'on_by_default',
  takes_seed: false,
  takes_negative_prompt: false,
  prompt_max: null,
}
const plain: VideoModel = {
  ...model,
  model: 'plain',
  seconds: [5],
  resolutions: [],
  ratios: null,
  inputs: { ...model.inputs, first_frame: 0, last_frame: 0 },
  sound: 'never',
}
const input: VideoInput = {
  prompt: 'a kite',
  seconds: 8,
  resolution: '1080p',
  ratio: '16:9',
  hasSound: false,
  firstFrame: 'data:image/png;base64,AA',
  lastFrame: 'data:image/png;base64,BB',
}

test('only settings that the model has are sent', () => {
  expect(buildVideoBody({ model, group: 'vip', input })).toEqual({
    model: 'v1',
    group: 'vip',
    prompt: 'a kite',
    seconds: '8',
    resolution: '1080p',
    aspect_ratio: '16:9',
    generate_audio: false,
    input_reference: 'data:image/png;base64,AA',
    last_frame: 'data:image/png;base64,BB',
  })
  expect(buildVideoBody({ model: plain, group: '', input })).toEqual({ model: 'plain', group: '', prompt: 'a kite' })
})

test('only settings that the model has are shown; a frame has a bound, and the last one needs a first', async () => {
  const sent: VideoInput[] = []
  const { user } = await visit(
    <VideoForm models={[plain, model]} wanted="v1" isBusy={false} onSend={(_, filled) => sent.push(filled)} />,
  )
  expect(screen.getByLabelText('Resolution')).toBeTruthy()
  expect(screen.queryByLabelText('Last frame')).toBeNull()
  const field = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(field(), new File([new Uint8Array(11 * 1_048_576)], 'a.png', { type: 'image/png' }))
  expect(screen.getByText('A frame is a PNG, JPEG or WebP file of at most 10 MB')).toBeTruthy()
  await user.upload(field(), new File(['x'], 'a.png', { type: 'image/png' }))
  expect(await screen.findByText('Last frame')).toBeTruthy()
  await user.type(screen.getByLabelText('Description of the video'), 'a kite')
  await user.click(screen.getByRole('button', { name: 'Make the video' }))
  expect(sent).toEqual([expect.objectContaining({ prompt: 'a kite', firstFrame: 'data:image/png;base64,eA==' })])
})

test('a model without settings has a description alone', async () => {
  await visit(<VideoForm models={[plain]} wanted="" isBusy={false} onSend={() => {}} />)
  for (const label of ['Resolution', 'Aspect ratio', 'Sound']) expect(screen.queryByLabelText(label)).toBeNull()
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test('a failure shows its message', async () => {
  await visit(<Result model="v1" prompt="" state={{ kind: 'failed', id: null, error: 'not this', requestId: 'r1' }} />)
  expect(screen.getByRole('alert').textContent).toBe('not this')
})

async function statesOf(...answers: (Response | Error)[]) {
  const states: VideoState[] = []
  const paths: string[] = []
  const waits: number[] = []
  const dependencies = {
    fetch: async (path: string) => {
      paths.push(path)
      const answer = answers.shift()
      if (answer instanceof Response) return answer
      throw answer
    },
    wait: async (ms: number) => void waits.push(ms),
    now: () => 0,
    language: () => 'en',
    onUnauthorised: () => {},
    sentences: { status: String, unreadable: () => 'unreadable', unreachable: () => 'unreachable', cut: () => 'cut' },
  }
  const { signal } = new AbortController()
  await makeVideo(dependencies, { model, group: '', input, userId: 1, signal, onState: (state) => states.push(state) })
  return { states, paths, waits }
}

test('a video is asked for until it is made, also while the server cannot be reached', async () => {
  const { states, paths, waits } = await statesOf(
    Response.json({ id: 'v', status: 'queued', progress: 0 }),
    new Error('down'),
    Response.json({ id: 'v', status: 'in_progress', progress: 40 }),
    Response.json({ id: 'v', status: 'completed', progress: 100 }),
  )
  expect(states.map(({ kind }) => kind)).toEqual(['running', 'running', 'completed'])
  expect(states[1]).toMatchObject({ isQueued: false, progress: 40 })
  expect(paths).toEqual(['/pg/videos', '/pg/videos/v', '/pg/videos/v', '/pg/videos/v'])
  expect(waits).toEqual([5_000, 5_000, 5_000])
})

test('a refused video is not asked for again', async () => {
  const refused = Response.json({ error: { message: 'too long' } }, { status: 400 })
  expect((await statesOf(refused)).states).toMatchObject([{ kind: 'failed', id: null, error: 'too long' }])
  const { states } = await statesOf(
    Response.json({ id: 'v', status: 'queued' }),
    Response.json({ id: 'v', status: 'failed', error: { message: 'no' } }),
  )
  expect(states.at(-1)).toMatchObject({ kind: 'failed', id: 'v', error: 'no' })
})
