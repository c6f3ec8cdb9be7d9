import type { AdmissionTools } from './admission/admit-call.ts'
import type { AnswerTools } from './answer/answer-call.ts'
import type { EntryTools } from './entry/entry-tools.ts'
import type { UpstreamTools } from './upstream/try-channels.ts'

/** What the calls of one server share: its caches of callers, channels and answers, and its outbound connections. */
export type RelayTools = EntryTools & AdmissionTools & UpstreamTools & AnswerTools
