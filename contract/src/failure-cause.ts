/**
 * Why an upstream call failed: the operator's configuration, the caller's request, the channel's key, the balance of
 * its account, too much load, a fault of the upstream, an answer that was accepted (status 200) and cannot be used
 * (empty, unreadable, cut), or the connection to it.
 */
export const failureCauses = ['ours', 'caller', 'key', 'money', 'overload', 'fault', 'broken', 'network'] as const
export type FailureCause = (typeof failureCauses)[number]
