import { houseStyle } from './house-style.ts'

/** Numbers in brackets in the order of citation: after the reference guide of the IEEE. */
export const ieee = houseStyle({
  name: 'ieee',
  title: 'IEEE (house style)',
  category: 'numeric',
  body: `
  <macro name="author"><names variable="author"><name initialize-with=". " delimiter=", " and="text" et-al-min="7" et-al-use-first="1"/>
    <substitute><names variable="editor"><name initialize-with=". " delimiter=", " and="text"/><label form="short" prefix=", "/></names></substitute></names></macro>
  <macro name="title"><choose><if type="book report thesis software motion_picture" match="any"><text variable="title" font-style="italic" text-case="title"/></if>
    <else><text variable="title" quotes="true"/></else></choose></macro>
  <macro name="issued"><date variable="issued"><date-part name="month" form="short" suffix=" "/><date-part name="year"/></date></macro>
  <macro name="pages"><group delimiter=" "><label variable="page" form="short"/><text variable="page"/></group></macro>
  <macro name="access"><choose><if variable="DOI"><text variable="DOI" prefix="doi: "/></if>
    <else-if variable="URL"><group delimiter=" "><text value="[Online]. Available:"/><text variable="URL"/></group></else-if></choose></macro>
  <citation collapse="citation-number"><sort><key variable="citation-number"/></sort>
    <layout delimiter=", "><group prefix="[" suffix="]" delimiter=", "><text variable="citation-number"/>
      <group delimiter=" "><label variable="locator" form="short"/><text variable="locator"/></group></group></layout></citation>
  <bibliography entry-spacing="0" second-field-align="flush"><layout suffix="."><text variable="citation-number" prefix="[" suffix="]"/>
    <choose>
      <if type="article-journal article-magazine article-newspaper" match="any"><group delimiter=", " prefix=" "><text macro="author"/><text macro="title"/><text variable="container-title" font-style="italic" text-case="title"/>
        <text variable="volume" prefix="vol. "/><text variable="issue" prefix="no. "/><text macro="pages"/><text macro="issued"/><text macro="access"/></group></if>
      <else-if type="chapter paper-conference" match="any"><group delimiter=", " prefix=" "><text macro="author"/><text macro="title"/><text variable="container-title" prefix="in " font-style="italic" text-case="title"/>
        <text variable="publisher-place"/><text variable="publisher"/><text macro="issued"/><text macro="pages"/><text macro="access"/></group></else-if>
      <else><group delimiter=", " prefix=" "><text macro="author"/><group delimiter=". "><text macro="title"/><group delimiter=", "><group delimiter=": "><text variable="publisher-place"/><text variable="publisher"/></group><text macro="issued"/></group></group><text macro="access"/></group></else>
    </choose></layout></bibliography>`,
})
