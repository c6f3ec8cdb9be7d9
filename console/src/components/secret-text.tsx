import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from './copy-text.tsx'
import css from './text.module.css'

/** `sk-abcd••••••••wxyz`: enough to recognise it, too little to use it. */
function maskSecret(value: string): string {
  if (value.length < 16) return '•'.repeat(12)
  return `${value.slice(0, 7)}${'•'.repeat(8)}${value.slice(-4)}`
}

/** A secret that is masked until the user shows it. It can be copied without being shown. `label` names it. */
export function SecretText({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const action = `${shown ? t('actions.hide') : t('actions.show')} ${label}`
  return (
    <span className={css.copy}>
      <CopyText value={value} label={label}>
        {shown ? value : maskSecret(value)}
      </CopyText>
      <Button
        type="text"
        size="small"
        aria-label={action}
        title={action}
        aria-pressed={shown}
        icon={shown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
        onClick={(event) => {
          event.stopPropagation()
          setShown(!shown)
        }}
      />
    </span>
  )
}
