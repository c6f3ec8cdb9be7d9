import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { selfQuery } from '../../lib/queries.ts'

export interface ActionOptions {
  /** Said when it is done. */
  done: string
  /** What to read anew; the own account unless said otherwise. */
  refresh?: readonly unknown[]
}

/** A step that needs no form: says how it went and loads anew what it changed. */
export function useAction<T = void>(run: (value: T) => Promise<unknown>, options: ActionOptions) {
  const { message } = App.useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    meta: { silent: true },
    onSuccess: async () => {
      void message.success(options.done)
      await queryClient.invalidateQueries({ queryKey: options.refresh ?? selfQuery.queryKey })
    },
    onError: (error) => {
      void message.error(error.message)
    },
  })
}
