import { loadPlain } from './loads.ts'
import type { Subject } from './subjects.ts'

/** Kilobytes of a call's prompt: a question, a coding agent's conversation, and what is pasted into one. */
export const promptSizes = [1, 16, 64, 256, 1_024, 8_192]
/** Of a few agents at once: more would measure the memory bus. */
const connections = 4

const lines = [
  'export function chargeOf(usage: Usage, price: Price): Charge {',
  '  const total = usage.inputText * price.input + usage.outputText * price.output',
  "  if (total < 0) throw new RangeError('a charge is never negative')",
  '  // Rounded once, at the end: the sum of rounded parts is not the rounded sum.',
  '  return { quota: Math.round(total), lines: [] }',
  '}',
  '',
]
const tool = {
  type: 'function',
  function: {
    name: 'read_file',
    description: 'Reads a file of the working folder.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
}

/** A coding agent's call of about this size: instructions, a tool, and turns whose results are source code. */
export function agentCall(model: string, kilobytes: number): string {
  const messages: object[] = [
    { role: 'system', content: 'You are a careful engineer. Answer in one sentence.' },
    { role: 'user', content: 'Why is the charge of this call rounded once?' },
  ]
  const bytesMax = kilobytes * 1_024
  let bytes = 400
  for (let turn = 0; bytes < bytesMax; turn += 1) {
    const id = `call_${turn}`
    const size = Math.min(8_000, bytesMax - bytes)
    const content = lines
      .join(`\n${turn}: `)
      .repeat(Math.ceil(size / 280))
      .slice(0, size)
    const call = { id, type: 'function', function: { name: 'read_file', arguments: `{"path":"src/part-${turn}.ts"}` } }
    messages.push({ role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: id, content })
    bytes += size + 250
  }
  return JSON.stringify({ model, messages, tools: [tool] })
}

/** CPU of calls with prompts of these sizes, in microseconds, by size. */
export async function measureSizes(subject: Subject, model: string, seconds: number): Promise<Map<number, number>> {
  const micros = new Map<number, number>()
  for (const size of promptSizes) {
    const { cpuMicrosPerCall } = await loadPlain(subject, seconds, connections, agentCall(model, size))
    micros.set(size, cpuMicrosPerCall)
  }
  return micros
}
