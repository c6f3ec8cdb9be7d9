import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { saveStream } from '../lib/save-stream.ts'
import { toastFailure } from '../lib/toasts.ts'

interface ExportButtonProps {
  /** The proposed name. */
  file: string
  /** Loads the rows of the filter. */
  load: (signal: AbortSignal) => Promise<Response>
  hint: string
  children: ReactNode
}

/** Saves all rows of a list's filter as a file. */
export function ExportButton({ file, load, hint, children }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveStream(file, load),
    onError: toastFailure,
  })
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={isPending} title={hint} onClick={() => mutate()}>
      {children}
    </Button>
  )
}
