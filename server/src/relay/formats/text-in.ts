import type { ChatResponse } from '../../core/chat/chat-response.ts'

/** The model's whole text, to count its tokens. */
export const textIn = ({ choices }: ChatResponse): string =>
  choices
    .flatMap(({ parts }) => parts)
    .map((part) => {
      if (part.kind === 'tool_call') return part.name + part.arguments
      return part.kind === 'text' || part.kind === 'reasoning' || part.kind === 'refusal' ? part.text : ''
    })
    .join('')
