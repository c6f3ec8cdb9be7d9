import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConfirmActionOptions, useConfirmAction } from '../../components/confirm-action.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { channelsKey } from './queries.ts'

/** Returns the message that reports success; '' = none. */
type Work = () => Promise<string>
export type AskToRun = (question: Omit<ConfirmActionOptions, 'run'>, work: Work) => void

/** Runs work on channels, with or without a confirmation. Reports success and reloads the lists; failures are shown. */
export function useChannelRuns() {
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const run = useMutation({
    mutationFn: (work: Work) => work(),
    onSuccess: (done) => {
      if (done !== '') toastSuccess(done)
    },
    onSettled: () => client.invalidateQueries({ queryKey: channelsKey }),
  })
  const ask: AskToRun = (question, work) => confirm({ ...question, run: () => run.mutateAsync(work) })
  return { run, ask }
}
