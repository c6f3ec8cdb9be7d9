import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { Reply } from '../reply-reader.ts'
import { difyErrorIn, headOf, outputText } from './parse-answer.ts'
import { parseMessageUsage, splitTotal } from './parse-usage.ts'

/**
 * Reads the events of an application. https://docs.dify.ai/api-reference/chat/send-chat-message, as known on
 * 2026-11-20. A workflow inside a conversation finishes before the message ends; a separate one ends the stream.
 */
export function createDifyReader(): (wire: JsonRecord) => Reply {
  let sentText = ''
  /** Uses of tools already shown: each arrives again when it is finished. */
  const shownUses = new Set<string>()

  return (wire) => {
    const reply = read(wire)
    sentText += reply.text ?? ''
    return { ...headOf(wire), ...reply }
  }

  function read(wire: JsonRecord): Reply {
    const data = recordOf(wire.data)
    switch (wire.event) {
      case 'message':
      case 'agent_message':
        return { text: textOf(wire.answer) }
      case 'text_chunk':
        return { text: textOf(data.text) }
      case 'agent_thought':
        return { thought: useOf(wire) }
      case 'reasoning_chunk':
        return { thought: textOf(data.reasoning) || textOf(data.text) || textOf(wire.reasoning) }
      case 'message_file':
        return fileOf(wire)
      case 'message_replace':
        // Text already sent cannot be withdrawn.
        return { text: sentText === '' ? textOf(wire.answer) : `\n\n${textOf(wire.answer)}` }
      case 'workflow_finished':
        return finishWorkflow(wire, data)
      case 'workflow_paused':
        return { error: { message: 'The workflow waits for a person, which an API call cannot provide.' } }
      case 'message_end':
        return { usage: parseMessageUsage(wire.metadata), isLast: true }
      default:
        return { error: difyErrorIn(wire) }
    }
  }

  /** The agent's own text also arrives as messages. */
  function useOf({ id, tool, tool_input }: JsonRecord): string {
    const name = textOf(tool)
    const use = `${textOf(id)} ${name}`
    if (name === '' || shownUses.has(use)) return ''
    shownUses.add(use)
    return `${name}(${textOf(tool_input)})\n`
  }

  function finishWorkflow(wire: JsonRecord, data: JsonRecord): Reply {
    const error = difyErrorIn({ data })
    if (error) return { error }
    const isInConversation = textOf(wire.conversation_id) !== '' || textOf(wire.message_id) !== ''
    if (isInConversation) return {}
    // The outputs repeat the streamed text.
    const text = sentText === '' ? outputText(data.outputs) : ''
    return { text, usage: splitTotal(data.total_tokens, sentText + text), isLast: true }
  }
}

function fileOf({ url, type, belongs_to }: JsonRecord): Reply {
  if (textOf(url) === '' || belongs_to === 'user') return {}
  return { text: type === 'image' ? `![image](${textOf(url)})\n` : `[file](${textOf(url)})\n` }
}
