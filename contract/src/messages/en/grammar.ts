/**
 * How sentences are put together. `predicates` are the first words of reasons that continue their subject (`is not
 * valid JSON`), `verbs` those that need a subject to stand alone; without such words a colon stands between the two.
 */
export default {
  predicates: 'is are has needs was must',
  verbs: 'is has needs was',
  alone: 'this {{reason}}',
  reasonAt: '{{entry}}: {{reason}}',
  reasonAt_predicate: '{{entry}} {{reason}}',
  labelled: '{{label}}: {{reason}}',
  unnamed: 'One of the values cannot be used: {{reason}}',
  entryNumber: 'entry {{number}}',
  entryNamed: 'Entry {{entry}}',
  placesBetween: ', ',
  sentencesBetween: '. ',
} as const
