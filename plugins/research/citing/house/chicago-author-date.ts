import { houseStyle, names } from './house-style.ts'

/** Author and date in the text, full entries by author: after the author-date system of the Chicago Manual of Style. */
export const chicagoAuthorDate = houseStyle({
  name: 'chicago-author-date',
  title: 'Chicago, author and date (house style)',
  category: 'author-date',
  body: `
  <macro name="short">${names({ form: 'short', and: 'text', min: 4, first: 1 })}</macro>
  <macro name="full"><names variable="author"><name and="text" name-as-sort-order="first" delimiter=", " delimiter-precedes-last="always"/>
    <label form="short" prefix=", "/><substitute><names variable="editor"/><names variable="translator"/><text macro="title"/></substitute></names></macro>
  <macro name="year"><choose><if variable="issued"><date variable="issued"><date-part name="year"/></date></if><else><text term="no date" form="short"/></else></choose></macro>
  <macro name="title"><choose><if type="book report thesis software dataset motion_picture" match="any"><text variable="title" text-case="title" font-style="italic"/></if>
    <else><text variable="title" text-case="title" quotes="true"/></else></choose></macro>
  <macro name="container"><choose>
    <if type="article-journal"><group delimiter=" "><text variable="container-title" font-style="italic" text-case="title"/><text variable="volume"/><text variable="issue" prefix="(" suffix=")"/></group><text variable="page" prefix=": "/></if>
    <else-if type="chapter paper-conference" match="any"><group delimiter=", "><text variable="container-title" prefix="In " font-style="italic" text-case="title"/><names variable="editor"><label form="verb" suffix=" "/><name and="text"/></names><text variable="page"/></group></else-if>
    <else><text variable="container-title" font-style="italic" text-case="title"/></else></choose></macro>
  <macro name="published"><group delimiter=": "><text variable="publisher-place"/><text variable="publisher"/></group></macro>
  <macro name="access"><choose><if variable="DOI"><text variable="DOI" prefix="https://doi.org/"/></if><else><text variable="URL"/></else></choose></macro>
  <citation et-al-min="4" et-al-use-first="1" disambiguate-add-year-suffix="true" disambiguate-add-names="true">
    <layout prefix="(" suffix=")" delimiter="; "><group delimiter=", "><group delimiter=" "><text macro="short"/><group><text macro="year"/><text variable="year-suffix"/></group></group><text variable="locator"/></group></layout></citation>
  <bibliography hanging-indent="true" et-al-min="11" et-al-use-first="7" subsequent-author-substitute="———"><sort><key macro="full"/><key variable="issued"/></sort>
    <layout suffix="."><group delimiter=". "><text macro="full"/><group><text macro="year"/><text variable="year-suffix"/></group><text macro="title"/><text macro="container"/><text macro="published"/><text macro="access"/></group></layout></bibliography>`,
})
