import type { ChatResponse } from './chat-response.ts'

interface CallingTurn {
  thought: string
  text: string
  call: { id: string; name: string; arguments: string }
}

/** The choice of a model that thought, said something, and calls a function. */
export const callingChoice = ({ thought, text, call }: CallingTurn): ChatResponse['choices'][number] => ({
  index: 0,
  finishReason: 'tool_calls',
  parts: [
    { kind: 'reasoning', text: thought },
    { kind: 'text', text },
    { kind: 'tool_call', ...call },
  ],
})
