/** How a call ended, for its charge and its row. */
export type CallEnd = 'complete' | 'client_gone' | 'upstream_cut' | 'upstream_error' | 'limit' | 'recovered'
