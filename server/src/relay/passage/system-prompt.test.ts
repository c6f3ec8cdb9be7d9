import { describe, expect, test } from 'bun:test'
import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { defaultOption } from '../../state/option-values.ts'
import { promptTokensOf } from '../admission/admit.ts'
import { countableBody } from '../formats/countable-body.ts'
import { wireFormatOf } from '../formats/index.ts'
import { passageBetween } from './choose-passage.ts'
import { countableOf } from './system-prompt.ts'
import { buildTestCall, sentText } from './test-call.ts'

type Format = 'openai' | 'responses' | 'anthropic' | 'gemini'

const needed = [
  ...(['claude.default_max_tokens', 'global.pass_through_request_enabled'] as const),
  ...(['gemini.supported_imagine_models', 'gemini.safety_settings'] as const),
] as const
const options = Object.fromEntries(needed.map((key) => [key, defaultOption(key)]))
const prompt = 'Answer in rhymes.'

/** The body that an upstream receives, with the channel's setting. */
function prepare(
  client: Format,
  text: string,
  { upstream = client, setting = {} }: { upstream?: Format; setting?: object } = {},
) {
  const built = buildTestCall(client, text, options)
  const call = { ...built, countable: countableBody(built.format, built.target, built.request.body) }
  const channel = { paramOverride: null, setting: { system_prompt: prompt, ...setting } }
  const attempt = {
    format: wireFormatOf(upstream),
    upstreamModel: 'm',
    hidesUsage: false,
    ownStateFrom: 0,
    provider: { takes: {} },
    channel,
  }
  const passage = passageBetween(call as never, attempt.format, channel)
  return {
    text: sentText(passage.prepare(call as never, attempt as never)),
    tokens: estimatePromptTokens(countableOf(call as never, { channel, passage }), 'm'),
    ownTokens: estimatePromptTokens(call.countable, 'm'),
  }
}

const user = '{"role":"user","content":"Where?","x":1.0}'
const overriding = { system_prompt_override: true }

describe('the system prompt of a channel', () => {
  test.each<[Format, string, string]>([
    [
      'openai',
      `{"model":"m","messages":[ ${user}],"n":1.0}`,
      `{"model":"m","messages":[{"role":"system","content":"${prompt}"}, ${user}],"n":1.0}`,
    ],
    [
      'responses',
      `{"model":"m","input":"Where?","n":1.0}`,
      `{"instructions":"${prompt}","model":"m","input":"Where?","n":1.0}`,
    ],
    [
      'anthropic',
      `{"model":"m","max_tokens":9,"messages":[${user}]}`,
      `{"system":"${prompt}","model":"m","max_tokens":9,"messages":[${user}]}`,
    ],
    [
      'gemini',
      `{"contents":[{"parts":[{"text":"Where?"}]}],"n":1.0}`,
      `{"systemInstruction":{"parts":[{"text":"${prompt}"}]},"contents":[{"parts":[{"text":"Where?"}]}],"n":1.0}`,
    ],
  ])('is inserted into a passed body of %s; every other byte stays', (format, given, expected) => {
    const body = prepare(format, given)
    expect(body.text).toBe(expected)
    expect(body.tokens).toBeGreaterThan(body.ownTokens)
  })

  test.each<[Format, string, string]>([
    [
      'openai',
      `{"model":"m","messages":[{"role":"developer","content":"Own."},${user}]}`,
      `{"model":"m","messages":[{"role":"system","content":"${prompt}"},{"role":"developer","content":"Own."},${user}]}`,
    ],
    [
      'responses',
      '{"model":"m","instructions":"Own.","input":"Where?"}',
      `{"model":"m","instructions":"${prompt}\\n\\nOwn.","input":"Where?"}`,
    ],
    [
      'anthropic',
      `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"Own.","x":1.0}],"messages":[${user}]}`,
      `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"${prompt}"},{"type":"text","text":"Own.","x":1.0}],"messages":[${user}]}`,
    ],
    [
      'gemini',
      '{"system_instruction":{"parts":[{"text":"Own."}]},"contents":[{"parts":[{"text":"Where?"}]}]}',
      `{"system_instruction":{"parts":[{"text":"${prompt}"},{"text":"Own."}]},"contents":[{"parts":[{"text":"Where?"}]}]}`,
    ],
  ])('does not change instructions of a client of %s, or comes before them', (format, given, expected) => {
    const kept = prepare(format, given)
    expect([kept.text, kept.tokens]).toEqual([given, kept.ownTokens])
    expect(prepare(format, given, { setting: overriding }).text).toBe(expected)
  })

  test('is translated like instructions of the client', () => {
    const given = `{"model":"m","messages":[{"role":"user","content":"Where?"}]}`
    const body = (upstream: Format) => JSON.parse(prepare('openai', given, { upstream }).text)
    expect(JSON.stringify(body('anthropic').system)).toContain(prompt)
    expect(JSON.stringify(body('gemini').systemInstruction)).toContain(prompt)
    expect(JSON.stringify(body('responses'))).toContain(prompt)
  })

  test('is not added to bodies that are forwarded unchanged', () => {
    const given = `{"model":"m","messages":[${user}]}`
    const raw = prepare('openai', given, { setting: { ...overriding, pass_through_body_enabled: true } })
    expect([raw.text, raw.tokens]).toEqual([given, raw.ownTokens])
  })

  test('counts in the estimate of a call by the longest prompt that may be added', () => {
    const channel = (system_prompt: string) => ({ setting: { system_prompt } })
    const long = promptTokensOf([channel('Short.'), channel(prompt.repeat(50)), { setting: {} }], 'm')
    expect(long).toBeGreaterThan(promptTokensOf([channel('Short.')], 'm'))
    expect(promptTokensOf([{ setting: {} }], 'm')).toBe(0)
  })
})
