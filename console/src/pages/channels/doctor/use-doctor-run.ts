import type { DoctorPlan, DoctorRun } from '@sluice/contract/channel-doctor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { toastFailure } from '../../../lib/toasts.ts'

const everyMs = 1_500

export interface DoctorJob {
  /** Of the last run; undefined = not read yet. */
  run: DoctorRun | undefined
  /** The server runs the checks; any administrator may have started them. */
  isRunning: boolean
  /** A start or a stop is on its way. */
  isBusy: boolean
  start(plan: DoctorPlan): void
  stop(): void
}

/** The last run of the checks of a channel. It is the server's: it continues when the page is left. */
export function useDoctorRun(channelId: number): DoctorJob {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const queryKey = ['channel-doctor-run', channelId]
  const params = { id: channelId }
  const { data: run } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /api/channel/:id/doctor', { params, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? everyMs : false),
  })
  const ask = async (question: () => Promise<unknown>) => {
    setIsBusy(true)
    await question().catch(toastFailure)
    setIsBusy(false)
  }
  return {
    run,
    isRunning: run?.state === 'running',
    isBusy,
    start: (plan) =>
      void ask(async () => {
        // The results of the run before, if an answer is on its way, must not hide the new ones.
        await client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, await api('POST /api/channel/:id/doctor', { params, body: plan }))
      }),
    stop: () =>
      void ask(async () => {
        await api('POST /api/channel/:id/doctor/cancel', { params })
        await client.invalidateQueries({ queryKey })
      }),
  }
}
