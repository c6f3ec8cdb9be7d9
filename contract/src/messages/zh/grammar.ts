import type en from '../en/grammar.ts'
import type { Translation } from '../translation.ts'

export default {
  predicates: '',
  verbs: '',
  alone: '{{reason}}',
  reasonAt: '{{entry}}：{{reason}}',
  labelled: '{{label}}：{{reason}}',
  unnamed: '有一项内容无法使用：{{reason}}',
  entryNumber: '第 {{number}} 项',
  entryNamed: '{{entry}}',
  placesBetween: '，',
  sentencesBetween: '。',
} satisfies Translation<typeof en>
