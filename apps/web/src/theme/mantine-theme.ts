import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'

const tuple = (value: string): MantineColorsTuple => [
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
]

/** Mantine takes edges, grounds and quiet words from ten greys: in a light theme from `gray`, in a dark one from `dark`. */
const gray: MantineColorsTuple = [
  'var(--bg-sunken)',
  'var(--bg-hover)',
  'var(--bg-active)',
  'var(--line)',
  'var(--line-strong)',
  'var(--line-strong)',
  'var(--text-3)',
  'var(--text-2)',
  'var(--text)',
  'var(--text)',
]
const dark: MantineColorsTuple = [
  'var(--text)',
  'var(--text-2)',
  'var(--text-3)',
  'var(--text-3)',
  'var(--line-strong)',
  'var(--bg-hover)',
  'var(--bg-raised)',
  'var(--bg)',
  'var(--bg-sunken)',
  'var(--bg-sunken)',
]

/** Mantine, dressed in the tokens. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  primaryColor: 'accent',
  primaryShade: 6,
  autoContrast: false,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    accent: tuple('var(--accent)'),
    ok: tuple('var(--ok)'),
    warn: tuple('var(--warn)'),
    bad: tuple('var(--bad)'),
    info: tuple('var(--info)'),
    gray,
    dark,
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)' },
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 500 } },
    },
    Modal: {
      defaultProps: {
        radius: 'xl',
        centered: true,
        transitionProps: { duration: 160 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } }, styles: { title: { fontWeight: 600 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 160 } } },
    Tabs: { styles: { root: { '--tab-border-color': 'var(--line)' } } },
    Table: { defaultProps: { borderColor: 'var(--line)' }, styles: { th: { fontWeight: 500, whiteSpace: 'nowrap' } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Anchor: { defaultProps: { underline: 'always' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Enter takes the first of what was found.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    ActionIcon: { defaultProps: { color: 'gray' } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } },
    },
  },
})

const soft = (name: string) => ({
  [`--mantine-color-${name}-light`]: `var(--${name}-soft)`,
  [`--mantine-color-${name}-light-hover`]: `var(--${name}-soft)`,
  [`--mantine-color-${name}-light-color`]: `var(--${name})`,
  [`--mantine-color-${name}-outline`]: `var(--${name})`,
})

/** The same for both themes: the tokens differ, what they stand for does not. */
export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--bg-raised)',
    '--mantine-color-default-hover': 'var(--bg-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--bg-hover)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-gray-filled': 'var(--text-3)',
    '--mantine-color-gray-light': 'var(--bg-hover)',
    '--mantine-color-gray-light-hover': 'var(--bg-active)',
    '--mantine-color-gray-light-color': 'var(--text-2)',
    '--mantine-color-gray-outline': 'var(--text-2)',
    '--mantine-color-gray-text': 'var(--text-2)',
    ...soft('accent'),
    '--mantine-color-accent-light-color': 'var(--accent-text)',
    ...soft('ok'),
    ...soft('warn'),
    ...soft('bad'),
    ...soft('info'),
  }
  return { variables: {}, light: variables, dark: variables }
}
