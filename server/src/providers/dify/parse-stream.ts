import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import { difyErrorIn, outputText } from './parse-answer.ts'
import { parseMessageUsage, splitTotal } from './parse-usage.ts'

/**
 * Reads the events of an application. https://docs.dify.ai/api-reference/chat/send-chat-message, as known on
 * 2026-11-20. A workflow inside a conversation finishes before the message ends; a separate one ends the stream.
 */
export function createDifyStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let sentText = ''
  /** Uses of tools already shown: each arrives again when it is finished. */
  const shownUses = new Set<string>()

  return createRecordStreamParser((wire) => {
    const events = read(wire)
    if (isStarted || events.length === 0 || events[0]?.kind === 'error') return events
    isStarted = true
    const id = textOf(wire.message_id) || textOf(wire.workflow_run_id) || newId()
    const createdAt = numberOf(wire.created_at) ?? 0
    return [{ kind: 'start', id, model: '', createdAt, usage: null }, ...events]
  })

  function read(wire: JsonRecord): ChatEvent[] {
    const data = recordOf(wire.data)
    switch (wire.event) {
      case 'message':
      case 'agent_message':
        return emitText(textOf(wire.answer))
      case 'text_chunk':
        return emitText(textOf(data.text))
      case 'agent_thought':
        return showTool(wire)
      case 'reasoning_chunk':
        return think(textOf(data.reasoning) || textOf(data.text) || textOf(wire.reasoning))
      case 'message_file':
        return showFile(wire)
      case 'message_replace':
        // Text already sent cannot be withdrawn.
        return emitText(sentText === '' ? textOf(wire.answer) : `\n\n${textOf(wire.answer)}`)
      case 'workflow_finished':
        return finishWorkflow(wire, data)
      case 'workflow_paused':
        return [buildErrorEvent({ message: 'The workflow waits for a person, which an API call cannot provide.' })]
      case 'message_end':
        return end(parseMessageUsage(wire.metadata))
      default: {
        const error = difyErrorIn(wire)
        return error ? [buildErrorEvent(error)] : []
      }
    }
  }

  function emitText(text: string): ChatEvent[] {
    sentText += text
    return text === '' ? [] : [{ kind: 'text', choice: 0, text }]
  }

  /** The agent's own text also arrives as messages. */
  function showTool({ id, tool, tool_input }: JsonRecord): ChatEvent[] {
    const name = textOf(tool)
    const use = `${textOf(id)} ${name}`
    if (name === '' || shownUses.has(use)) return []
    shownUses.add(use)
    return think(`${name}(${textOf(tool_input)})\n`)
  }

  function showFile({ url, type, belongs_to }: JsonRecord): ChatEvent[] {
    if (textOf(url) === '' || belongs_to === 'user') return []
    return emitText(type === 'image' ? `![image](${textOf(url)})\n` : `[file](${textOf(url)})\n`)
  }

  function finishWorkflow(wire: JsonRecord, data: JsonRecord): ChatEvent[] {
    const error = difyErrorIn({ data })
    if (error) return [buildErrorEvent(error)]
    const isInConversation = textOf(wire.conversation_id) !== '' || textOf(wire.message_id) !== ''
    if (isInConversation) return []
    // The outputs repeat the streamed text.
    const outputs = sentText === '' ? emitText(outputText(data.outputs)) : []
    return [...outputs, ...end(splitTotal(data.total_tokens, sentText))]
  }

  function end(usage: Usage | null): ChatEvent[] {
    const reported: ChatEvent[] = usage ? [{ kind: 'usage', usage }] : []
    return [{ kind: 'finish', choice: 0, reason: 'stop' }, ...reported, { kind: 'end' }]
  }
}

const think = (text: string): ChatEvent[] => (text === '' ? [] : [{ kind: 'reasoning', choice: 0, text }])
