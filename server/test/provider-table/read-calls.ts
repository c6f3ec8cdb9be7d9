import { isRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'

/** The calls in a stream of OpenAI's, Anthropic's or Gemini's format, in their order. */
export function readStreamedCalls(frames: string): (readonly [name: string, input: unknown])[] {
  const found: { name: string; given: string }[] = []
  const at = (index: unknown) => {
    const place = Number(index)
    found[place] ??= { name: '', given: '' }
    return found[place]
  }
  for (const line of frames.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const event = recordOf(JSON.parse(line.slice(6)))
    for (const { delta } of recordsOf(event.choices))
      for (const call of recordsOf(recordOf(delta).tool_calls)) {
        const called = recordOf(call.function)
        at(call.index).name ||= textOf(called.name)
        at(call.index).given += textOf(called.arguments)
      }
    const block = recordOf(event.content_block)
    if (block.type === 'tool_use') at(event.index).name = textOf(block.name)
    const delta = recordOf(event.delta)
    if (delta.type === 'input_json_delta') at(event.index).given += textOf(delta.partial_json)
    for (const candidate of recordsOf(event.candidates))
      for (const { functionCall } of recordsOf(recordOf(candidate.content).parts))
        if (isRecord(functionCall))
          found.push({ name: textOf(functionCall.name), given: JSON.stringify(functionCall.args ?? {}) })
  }
  return found.filter(Boolean).map(({ name, given }) => [name, given === '' ? {} : JSON.parse(given)] as const)
}
