import { anthropicHosts } from './anthropic-hosts.ts'
import { chatHosts } from './chat-hosts.ts'
import { ownHosts } from './own-hosts.ts'
import type { RecordedHost } from './recorded.ts'
import { responsesHosts } from './responses-hosts.ts'

/** Providers with recorded answers, which clients of all four formats read. */
export const recordedHosts: readonly RecordedHost[] = [...chatHosts, ...responsesHosts, ...anthropicHosts, ...ownHosts]

/** Recordings that are not read as answers to a chat: the test that reads them, or the reason why none does. */
export const readElsewhere: Readonly<Record<string, string>> = {
  'anthropic/anthropic-skill-create.json': 'The Skills API is not offered.',
  // The host starts its answer again within the arguments of a call, which stay cut.
  'anthropic/spliced-message-start.chunks.txt': 'anthropic-messages/parse-stream.test.ts',
  // Written from the documentation.
  'anthropic/tool-call.chunks.txt': 'protocol-pairs.test.ts',
  'anthropic/tool-call.json': 'protocol-pairs.test.ts',
  'cohere/cohere-reranking.1.json': 'relay-recordings.test.ts',
  'groq/groq-transcription-text.json': 'relay-recordings.test.ts',
  'openai/openai-completion-text.chunks.txt': 'relay-recordings.test.ts',
  'openai/openai-completion-text.json': 'relay-recordings.test.ts',
  'openai/openai-embedding.json': 'relay-recordings.test.ts',
  'openai/openai-image-edit.json': 'relay-recordings.test.ts',
  'openai/openai-realtime-speech-translation.chunks.txt': 'Sessions of translation are not offered.',
  'openai/reasoning-model-legacy-parameter-error.json': 'relay-recordings.test.ts',
  'openai-compatible/anthropic-fallback-tool-call.sse': 'relay-recordings.test.ts',
  'togetherai/togetherai-reranking.1.json': 'relay-recordings.test.ts',
}
