// Spec §9, theme: MUI reads the same variables as the native elements (app/first/tokens.css). Only lazily loaded modules may import this file.
import { createTheme } from '@mui/material/styles'

const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
const surface = { main: '#FFFFFF', contrastText: '#2B2F36' }

/** Light only. MUI computes with the palette, so it has the tokens' values; everything drawn uses the variables. */
export const muiTheme = createTheme({
  breakpoints: {
    keys: ['xs', 'sm', 'md', 'lg', 'xl', 'xxl'],
    values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 },
  },
  palette: {
    mode: 'light',
    primary: surface,
    secondary: { main: '#D93A00', dark: '#B83100', light: '#FFF1EC', contrastText: '#FFFFFF' },
    error: surface,
    info: surface,
    success: surface,
    warning: surface,
    gray08: { main: '#2B2F36', contrastText: '#FFFFFF' },
    background: { default: '#FFFFFF', paper: '#FFFFFF' },
    text: { primary: '#2B2F36', secondary: '#69717D' },
    divider: '#DFE3E8',
  },
  typography: { fontFamily: 'var(--font)', fontWeightMedium: 700, button: { textTransform: 'none' } },
  shape: { borderRadius: 12 },
  transitions: reducedMotion ? { create: () => 'none' } : {},
  components: {
    MuiAutocomplete: {
      styleOverrides: {
        popper: { zIndex: 3, paddingBlock: '0.25rem' },
        paper: {
          border: '1px solid var(--gray-05)',
          borderRadius: 'var(--radius)',
          boxShadow: '0 8px 24px rgb(43 47 54 / 12%)',
          fontSize: '1rem',
        },
        listbox: {
          maxHeight: 'min(17rem, 45vh)',
          padding: '0.25rem',
          overscrollBehavior: 'contain',
          '& .MuiAutocomplete-option': {
            minHeight: '2.75rem',
            padding: '0.25rem 0.75rem',
            borderRadius: '0.5rem',
            '&:hover, &.Mui-focused': { backgroundColor: 'var(--gray-02)' },
            '&.Mui-focused': { outline: '2px solid var(--accent, currentColor)', outlineOffset: -2 },
            '&[aria-selected="true"]': { fontWeight: 700 },
          },
        },
        noOptions: { padding: '0.75rem 1rem', color: 'var(--gray-06)' },
        loading: { padding: '0.75rem 1rem', color: 'var(--gray-06)' },
      },
    },
    MuiDialog: {
      defaultProps: { transitionDuration: reducedMotion ? 0 : 150, disableScrollLock: false },
      styleOverrides: {
        paper: {
          width: '100%',
          maxWidth: '25rem',
          margin: 'var(--margin)',
          padding: '1.5rem',
          border: '1px solid var(--gray-03)',
          borderRadius: 'var(--radius-card)',
          boxShadow: '0 8px 32px rgb(43 47 54 / 16%)',
          // On a screen zoomed to 400 % the dialog takes the full height.
          '@media (max-height: 599px)': { margin: '0.5rem', maxHeight: 'calc(100% - 1rem)', padding: '1rem' },
          // A long form leaves space for a toast above and below it, and takes the whole height of a small screen.
          '&.roomy': {
            '@media (min-height: 800px)': { maxHeight: 'calc(100% - 10rem)' },
            '@media (max-height: 799px)': { margin: '0.5rem', maxHeight: 'calc(100% - 1rem)' },
          },
          '&:not(:lang(zh)) p': { textWrap: 'balance' },
        },
      },
    },
  },
})

declare module '@mui/material/styles' {
  interface BreakpointOverrides {
    xxl: true
  }
  interface Palette {
    gray08: Palette['primary']
  }
  interface PaletteOptions {
    gray08: PaletteOptions['primary']
  }
}
