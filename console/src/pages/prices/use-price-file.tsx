import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toastError } from '../../lib/toasts.ts'

interface PriceFileOptions {
  bytesMax: number
  onFile(file: File): void
}

/** A hidden field for a CSV or JSON file, which the page has to contain; `choose` asks the user for the file. */
export function usePriceFile({ bytesMax, onFile }: PriceFileOptions): { input: ReactNode; choose(): void } {
  const { t } = useTranslation('prices')
  const input = useRef<HTMLInputElement>(null)
  const read = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file can be chosen again.
    event.target.value = ''
    if (file === undefined) return
    if (file.size > bytesMax) toastError(t('file.tooLarge', { max: bytesMax / 1_048_576 }))
    else onFile(file)
  }
  return {
    input: <input ref={input} hidden type="file" accept=".csv,.json,text/csv,application/json" onChange={read} />,
    choose: () => input.current?.click(),
  }
}
