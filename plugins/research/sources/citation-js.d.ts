declare module '@citation-js/plugin-ris'
