import { useMutation, useQueryClient } from '@tanstack/react-query'
import { selfQuery } from '../../lib/queries.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export interface ActionOptions {
  /** The notice after success. */
  done: string
  /** Queries to reload; by default the own account. */
  refresh?: readonly unknown[]
}

/** An action without a form: shows its result and reloads the changed data. */
export function useAction<T = void>(run: (value: T) => Promise<unknown>, options: ActionOptions) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(options.done)
      await queryClient.invalidateQueries({ queryKey: options.refresh ?? selfQuery.queryKey })
    },
    onError: (error) => {
      toastError(error.message)
    },
  })
}
