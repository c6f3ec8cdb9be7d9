import Added from '@ant-design/icons-svg/es/asn/CheckSquareFilled'
import Add from '@ant-design/icons-svg/es/asn/PlusSquareOutlined'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import type { Compared } from './use-compared.ts'

interface CompareButtonProps {
  model: string
  compared: Compared
  /** The button has a text, as on the page of the model. */
  isNamed?: boolean
}

/** Puts a model into the comparison, and takes it out again. */
export function CompareButton({ model, compared, isNamed = false }: CompareButtonProps) {
  const { t } = useTranslation('pricing')
  const isIn = compared.names.includes(model)
  const label = isIn ? t('compare.remove', { model }) : t('compare.add', { model })
  const isRefused = !isIn && compared.isFull
  return (
    <PlainButton
      {...(isNamed ? {} : { kind: 'text', size: 'small' })}
      icon={<PlainIcon of={isIn ? Added : Add} />}
      aria-label={label}
      aria-pressed={isIn}
      disabled={isRefused}
      title={isRefused ? t('compare.full') : label}
      onClick={(event) => {
        event.stopPropagation()
        compared.toggle(model)
      }}
    >
      {isNamed ? t('compare.button') : undefined}
    </PlainButton>
  )
}
