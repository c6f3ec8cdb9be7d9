import { Button, Input } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { Stack } from '../../components/layout.tsx'
import css from './channels.module.css'

export interface ServiceAccountFieldProps extends FormControl<string> {
  placeholder: string
}

/** The JSON of a service account, pasted or read from its file. */
export function ServiceAccountField({ value = '', onChange, ...input }: ServiceAccountFieldProps) {
  const { t } = useTranslation('channel-keys')
  const file = useRef<HTMLInputElement>(null)
  return (
    <Stack gap={0} align="start">
      <Input.TextArea
        {...input}
        className={css.mono}
        autoSize={{ minRows: 3, maxRows: 10 }}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={async (event) => {
          const [chosen] = event.target.files ?? []
          // Allows the same file to be chosen again.
          event.target.value = ''
          if (chosen) onChange?.(await chosen.text())
        }}
      />
      <Button size="small" type="link" className={css.template} onClick={() => file.current?.click()}>
        {t('keyPart.serviceAccount.open')}
      </Button>
    </Stack>
  )
}
