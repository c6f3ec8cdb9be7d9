import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ConfirmActionOptions, useConfirmAction } from '../../components/confirm-action.tsx'
import { channelsKey } from './queries.ts'

/** Returns the message that reports success; '' = none. */
type Work = () => Promise<string>
export type AskToRun = (question: Omit<ConfirmActionOptions, 'run'>, work: Work) => void

/** Runs work on channels, with or without a confirmation. Reports success and reloads the lists; failures are shown. */
export function useChannelRuns() {
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const { message } = App.useApp()
  const run = useMutation({
    mutationFn: (work: Work) => work(),
    onSuccess: (done) => {
      if (done !== '') void message.success(done)
    },
    onSettled: () => client.invalidateQueries({ queryKey: channelsKey }),
  })
  const ask: AskToRun = (question, work) => confirm({ ...question, run: () => run.mutateAsync(work) })
  return { run, ask }
}
