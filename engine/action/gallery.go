package action

import "embed"

// An Example is a model of the gallery.
type Example struct {
	Name, Title, Source, Watch string
	Mutant                     string // that the page shows first, or ""
	Operators                  []string
	Text                       string
}

// Templates are models to begin with.
//
//go:embed templates
var Templates embed.FS

//go:embed gallery/lamp.as
var lamp string

//go:embed gallery/cas_1.as
var carAlarm string

//go:embed gallery/cas_1000.as
var carAlarm1000 string

//go:embed gallery/tickets.as
var tickets string

//go:embed gallery/lift.as
var lift string

//go:embed gallery/barrier.as
var barrier string

//go:embed gallery/flow.as
var flowControl string

// Gallery lists the examples, the easiest first.
var Gallery = []Example{
	{
		Name: "lamp", Title: "Lamp", Text: lamp, Source: "Mutarium", Mutant: "off_by_one@13:21#2",
		Operators: []string{"guard_true", "eq_to_neq", "inc_const", "relational", "arithmetic", "off_by_one",
			"negate_guard", "delete_assignment", "remove_action"},
		Watch: "Of 45 mutants 19 are killed, all of them by one test: up up up. The other 26 do nothing that this lamp " +
			"may not do.",
	},
	{
		Name: "car-alarm", Title: "Car alarm system", Text: carAlarm,
		Source: "Aichernig and Jöbstl, MBT 2012, Listing 1 and Section 5; completed to its counts",
		Watch: "Of 206 mutants 31 are unkillable: one is equivalent, 30 refine the model. 29 hold a fault that no " +
			"run can reach.",
	},
	{
		Name: "car-alarm-1000", Title: "Car alarm with waiting times up to 270000", Text: carAlarm1000,
		Source: "Aichernig and Jöbstl, MBT 2012, Section 5: CAS_1000",
		Watch:  "A thousand times more argument values cost nothing: arguments are split where guards meet them.",
	},
	{
		Name: "tickets", Title: "Ticket machine", Text: tickets, Operators: []string{"relational", "inc_const"},
		Source: "Mutarium",
		Watch:  "#>= becomes #> where the price is compared, and is equivalent: no sum of coins meets a price exactly.",
	},
	{
		Name: "lift", Title: "Lift, with ; and // in the do-od block", Text: lift,
		Operators: []string{"guard_true", "inc_const", "remove_action"},
		Source:    "Mutarium",
		Watch:     "A ride shows its floor in the same step, up; display(1); less evacuation means more rides.",
	},
	{
		Name: "barrier", Title: "Car park barrier, choices inside sequences", Text: barrier,
		Operators: []string{"guard_true", "drop_branch", "delete_assignment"},
		Source:    "Mutarium",
		Watch:     "The paper's normal form has no place for these choices; here each mutant gets its verdict.",
	},
	{
		Name: "flow-control", Title: "Flow control, six 16-bit counters", Text: flowControl,
		Operators: []string{"guard_true", "inc_const"},
		Source:    "Mutarium",
		Watch: "2^96 states: the SAT engine takes over. send without its guard is equivalent: credit has no value " +
			"below 0.",
	},
}
