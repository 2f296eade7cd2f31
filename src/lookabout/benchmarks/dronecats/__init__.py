"""DroneCATS: command, approach, track and search with drones whose camera looks ahead."""
