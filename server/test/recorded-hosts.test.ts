import { beforeAll, describe, expect, test } from 'bun:test'
import { parseRecord, textOf } from '@sluice/contract/read-json'
import { answerBytes, answerJson, answerSse, answerText } from './answers.ts'
import type { Answer } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { awsFrame } from './provider-table/aws.ts'
import { typeOf } from './provider-table/table.ts'
import { type Read, readers } from './recorded/clients.ts'
import { readElsewhere, recordedHosts } from './recorded/hosts.ts'
import { allClients, type Recorded, type RecordedClient, type RecordedHost } from './recorded/recorded.ts'
import { recordedBody, recordedNames, recordedStreams } from './recordings.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestRow } from './usage-rows.ts'

// Recorded answers of each provider, read by the official packages of all formats.

const model = 'gpt-4o'
const gateway = forTests(() => startTestGateway({ channel: null, role: 'root' }))

/** The frame of a recorded event of Bedrock, which has its type as its only field. */
function buildAwsFrame(event: string): Uint8Array {
  const [[type, payload] = ['', {}]] = Object.entries(JSON.parse(event) as object)
  return awsFrame(type, payload)
}

type Form = 'plain' | 'stream'

/** The file of a recording, and the number of the stream in it. */
const parseName = (name: string): [file: string, index: number] => {
  const [file = '', number = '1'] = name.split('#')
  return [file, Number(number) - 1]
}

function buildAnswer({ framing }: RecordedHost, name: string, form: Form): Answer {
  const [file, index] = parseName(name)
  if (form === 'plain') return answerText(recordedBody(file), { headers: { 'content-type': 'application/json' } })
  const frames = recordedStreams(file)[index]
  if (!frames) throw new Error(`no stream ${name}`)
  if (framing !== 'aws')
    return answerSse(frames, {
      done: framing === undefined,
      bytesPerWrite: 700,
      ...(framing === 'named' && { events: frames.map((frame) => textOf(parseRecord(frame)?.type)) }),
    })
  const type = { 'content-type': 'application/vnd.amazon.eventstream' }
  return answerBytes(Buffer.concat(frames.map(buildAwsFrame)), type)
}

/** Addresses of a format besides that of the recordings: the call is then translated. */
const secondFormat = /^\/(anthropic|apps\/anthropic)\/|^(\/compatible-mode|\/openai)?(\/v1)?\/responses/
const noSuchPath = answerJson({ error: { message: 'no such path' } }, { status: 404 })

const listForms = ({ only }: Recorded): Form[] => (only ? [only] : ['plain', 'stream'])

/** What clients must read of a recording in one of its forms. */
function buildExpected(recorded: Recorded, form: Form) {
  const isStream = form === 'stream'
  const tools = (isStream ? recorded.streamTools : undefined) ?? recorded.tools ?? []
  const end: Read['end'] = recorded.end ?? (tools.length > 0 ? 'tools' : 'stop')
  return {
    text: (isStream ? recorded.streamText : undefined) ?? recorded.text,
    reasoning: (isStream ? recorded.streamReasoning : undefined) ?? recorded.reasoning ?? '',
    tools,
    end,
    links: (isStream ? recorded.links?.[1] : recorded.links?.[0]) ?? 0,
    usage: isStream && recorded.streamUsage !== undefined ? recorded.streamUsage : recorded.usage,
  }
}

test('every recording is read by clients of all formats, or has a reason', () => {
  const read = new Set(
    recordedHosts.flatMap(({ answers }) =>
      answers.flatMap((recorded) => listForms(recorded).map((form) => `${recorded.name} ${form}`)),
    ),
  )
  const unread = recordedNames().filter(
    ({ file, name, form }) => !(file in readElsewhere) && !read.has(`${name} ${form}`),
  )
  expect(unread).toEqual([])
  const files = new Set(recordedNames().map(({ file }) => file))
  expect(Object.keys(readElsewhere).filter((file) => !files.has(file))).toEqual([])
})

describe.each(recordedHosts.map((host) => ({ ...host })))('recorded answers of $label', (host) => {
  let key: string
  beforeAll(async () => {
    const id = await gateway.server.addChannel(gateway.upstream.url + (host.basePath ?? ''), {
      type: typeOf(host.provider),
      models: model,
      model_mapping: JSON.stringify({ [model]: host.model }),
      ...(host.key !== undefined && { key: host.key }),
    })
    key = `${gateway.key}-${id}`
  })

  for (const recorded of host.answers)
    for (const form of listForms(recorded))
      test.each(recorded.clients ?? host.clients ?? allClients)(
        `${recorded.name}, ${form}, to a client of %s`,
        async (client) => {
          const isStream = form === 'stream'
          const answer = buildAnswer(host, recorded.name, form)
          const isSecond = (path: string) =>
            host.clients === undefined && host.basePath === undefined && secondFormat.test(path)
          gateway.upstream.answerWith((exchange) => (isSecond(exchange.request.path) ? noSuchPath : answer)(exchange))
          const read = await readers[client]({ baseUrl: gateway.server.url, key, isStream })
          const expected = buildExpected(recorded, form)
          if (expected.text === '') expect(read.text.trim()).toBe('')
          expect(read.text).toStartWith(expected.text)
          expect(read.reasoning).toStartWith(expected.reasoning)
          expect<unknown>(read.tools).toEqual(expected.tools)
          expect(read.refusal).toStartWith(recorded.refusal ?? '')
          if (read.refusal === '' || client === 'anthropic' || client === 'gemini') expect(read.end).toBe(expected.end)
          if (expected.links > 0) expect(read.links).toHaveLength(expected.links)
          const row = await newestRow(gateway.server)
          if (expected.usage) {
            const [input, output] = expected.usage
            expect(row).toMatchObject({ prompt_tokens: input, completion_tokens: output })
            expect(row.detail.usage_estimated).toBe(recorded.hasUncountedTool)
            // The host's own client reads what it reports, of which the charge may be another sum.
            if (client !== host.native) expect(read.usage).toEqual([input, output])
          } else expect(row.detail.usage_estimated).toBe(true)
          const clients = recorded.clients ?? allClients
          if (host.native === null || client === host.native || !clients.includes(host.native)) return
          const own = await readDirectly(host.native, `${recorded.name} ${form}`, answer, isStream)
          expect(read).toMatchObject({ text: own.text, refusal: own.refusal, reasoning: own.reasoning })
        },
      )
})

/** What the package of the recording's format reads without the gateway, by the name of the recording. */
const directReadings = new Map<string, Promise<Read>>()
function readDirectly(native: RecordedClient, name: string, answer: Answer, isStream: boolean): Promise<Read> {
  const known = directReadings.get(name)
  if (known) return known
  gateway.upstream.answerWith(answer)
  const reading = readers[native]({ baseUrl: gateway.upstream.url, key: 'sk-own', isStream })
  directReadings.set(name, reading)
  return reading
}
