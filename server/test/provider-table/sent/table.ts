import type { JsonRecord } from '@sluice/contract/read-json'
import { type RequestName, requests } from '../requests.ts'
import { type ProviderRow, picture } from '../row.ts'
import { claudeBodies } from './anthropic.ts'
import { chatglmBodies } from './chatglm.ts'
import { cohereBodies } from './cohere.ts'
import { converseBodies } from './converse.ts'
import { cozeBodies } from './coze.ts'
import { difyAgentBodies } from './dify-agent.ts'
import { difyWorkflowBodies } from './dify-workflow.ts'
import { geminiBodies } from './gemini.ts'
import { hostChanges } from './host-changes.ts'
import { hunyuanBodies } from './hunyuan.ts'
import { libraryBodies } from './library.ts'
import { ollamaBodies } from './ollama.ts'
import { agentBodies } from './perplexity.ts'
import type { Sent, SentBodies } from './sent.ts'
import { wenxinBodies } from './wenxin.ts'

/** Cloud platforms fetch no addresses. */
const claudeBytes: SentBodies = {
  ...claudeBodies,
  imageUrl: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
          ],
        },
      ],
    },
  },
}

/** By type and variant, of formats that are not OpenAI's. */
const ownBodies: Readonly<Record<string, SentBodies>> = {
  '4': ollamaBodies,
  '11': geminiBodies,
  '14': claudeBodies,
  '15': wenxinBodies,
  '16': chatglmBodies,
  '21': libraryBodies,
  '23 signed': hunyuanBodies,
  '24': geminiBodies,
  '27': agentBodies,
  '33 Claude': claudeBytes,
  '33 Converse': converseBodies,
  '34': cohereBodies,
  '37 an agent': difyAgentBodies,
  '37 a workflow': difyWorkflowBodies,
  '41 Claude': claudeBytes,
  '41 Gemini': geminiBodies,
  '49': cozeBodies,
}

/** What the upstream of a row gets for each request; null = the table lacks the row. */
export function sentBodiesOf({ type, variant }: Pick<ProviderRow, 'type' | 'variant'>): SentBodies | null {
  const own = ownBodies[variant === undefined ? `${type}` : `${type} ${variant}`]
  if (own) return own
  const changes = hostChanges[type]
  if (!changes) return null
  const entries = Object.entries(requests).map(([name, body]): [string, Sent] => {
    const change = changes[name as RequestName] ?? {}
    if ('refused' in change) return [name, change]
    const sent: JsonRecord = { ...body, ...change.set }
    for (const field of change.remove ?? []) delete sent[field]
    return [name, { body: sent, ...(change.dropped !== undefined && { dropped: change.dropped }) }]
  })
  return Object.fromEntries(entries) as SentBodies
}
