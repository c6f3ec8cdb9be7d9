import { answerJson, answerRaw } from './answers.ts'
import { createArrivals } from './arrivals.ts'
import { pixel } from './clients/pixel.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'

type Wire = Record<string, unknown>

/** A Midjourney proxy and a song service in one, by their documentation. */
export interface FakeTaskUpstream extends FakeUpstream {
  /** The reported state of its tasks, by id. */
  readonly tasks: Map<string, Wire>
  /** Changes the reported state of a task. */
  reportTask(id: string, wire: Wire): void
  /** Answers to the next submissions; later ones are accepted. */
  submitWith(...answers: Answer[]): void
  /** Bodies of submissions so far. */
  readonly submitted: Submission[]
  /** The submission number `index` (from 0), once it has arrived. Requests also contain what the poller asks. */
  submissionAt(index: number): Promise<Submission>
}

interface Submission {
  path: string
  headers: Record<string, string>
  body: Wire
}

/** A PNG of one pixel. */
export const picture = Buffer.from(pixel, 'base64')

export async function startFakeTaskUpstream(): Promise<FakeTaskUpstream> {
  const tasks = new Map<string, Wire>()
  const answers: Answer[] = []
  const submitted: Submission[] = []
  const submissions = createArrivals(submitted)
  let count = 0

  const chooseAnswer = (path: string, body: Wire | null): Answer => {
    if (path.endsWith('/task/list-by-condition')) return answerJson(findTasks(body))
    if (path === '/suno/fetch') return answerJson({ code: 'success', message: '', data: findTasks(body) })
    if (path.endsWith('/image-seed')) return answerJson({ code: 1, description: 'ok', result: '4711' })
    if (path.endsWith('.png'))
      return answerRaw(
        `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${picture.length}\r\n\r\n`,
        picture,
      )
    if (path.endsWith('.html'))
      return answerRaw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nhi')
    const next = answers.shift()
    if (next) return next
    count += 1
    const id = `task-${count}`
    if (path.startsWith('/suno/')) {
      tasks.set(id, { task_id: id, action: path.split('/').at(-1), status: 'SUBMITTED', progress: '0%' })
      return answerJson({ code: 'success', message: '', data: id })
    }
    tasks.set(id, { id, status: 'SUBMITTED', progress: '0%' })
    return answerJson({ code: 1, description: 'submitted', properties: {}, result: id })
  }
  const findTasks = (body: Wire | null): Wire[] =>
    ((body?.ids ?? []) as string[]).map((id) => tasks.get(id)).filter((task) => task !== undefined)

  const upstream = await startFakeUpstream(async (exchange) => {
    const { method, path, headers } = exchange.request
    const body = method === 'POST' ? exchange.request.json() : null
    const answer = chooseAnswer(path, body)
    if (body && !Array.isArray(body.ids)) {
      submitted.push({ path, headers, body })
      submissions.notify()
    }
    await answer(exchange)
  })
  return {
    ...upstream,
    tasks,
    submitted,
    submissionAt: submissions.at,
    reportTask: (id, wire) => void tasks.set(id, { ...tasks.get(id), ...wire }),
    submitWith: (...next) => void answers.push(...next),
  }
}
