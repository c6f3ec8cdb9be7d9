import type { ConversationState } from './conversation.ts'
import type { ChatMessage } from './message.ts'

interface Words {
  title: string
  you: string
  thoughts: string
  system: string
  pictures(count: number): string
}

/** The conversation as a document: a part for each model, and in it a heading for each message. Without pictures. */
export function conversationAsMarkdown({ settings, lanes }: ConversationState, words: Words): string {
  const partOf = (message: ChatMessage, model: string) => {
    const { role, content, reasoning = '', images, lostImages = 0, error } = message
    const pictures = (images?.length ?? 0) + lostImages
    return [
      `## ${role === 'user' ? words.you : (message.model ?? model)}`,
      reasoning !== '' && quote(`${words.thoughts}\n\n${reasoning}`),
      pictures > 0 && `*${words.pictures(pictures)}*`,
      content,
      error !== undefined && quote(error),
    ]
  }
  const parts = [
    `# ${words.title}`,
    settings.system !== '' && quote(`${words.system}\n\n${settings.system}`),
    ...lanes.flatMap(({ model, messages }) => [
      lanes.length > 1 && `---\n\n**${model}**`,
      ...messages.filter(({ isSample }) => !isSample).flatMap((message) => partOf(message, model)),
    ]),
  ]
  return `${parts.filter((part) => part !== false && part !== '').join('\n\n')}\n`
}

const quote = (text: string) => text.replaceAll(/^/gm, '> ')
