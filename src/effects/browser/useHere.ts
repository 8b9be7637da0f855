import { useLocation } from 'react-router-dom'
import { type Path, pathOf, paths } from '../../rules/visit/paths.ts'

/** The path of the page. */
export const useHere = (): Path => pathOf(useLocation().pathname) ?? paths.root
